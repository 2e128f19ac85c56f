#include "unemulated/sharing.h"

#include "meeting/controllers.h"

namespace MEETINGSDK {

namespace {

/// A participant has at most one share; its ID is the participant's.
ZoomSDKSharingSourceInfo share(uint32_t userId, SharingStatus status) {
    ZoomSDKSharingSourceInfo info;
    info.userid = userId;
    info.shareSourceID = userId;
    info.status = status;
    info.isShowingInFirstView = true;
    info.contentType = SHARE_TYPE_DS;
    info.monitorID = emptyText();
    return info;
}

std::vector<ps_participant> sharing() {
    ps_client* const target = client();
    size_t count = 0;
    if (!target || ps_client_get_participants(target, nullptr, 0, &count) != PS_OK) return {};
    std::vector<ps_participant> list(count);
    for (ps_participant& one : list) one.size = sizeof one;
    if (ps_client_get_participants(target, list.data(), list.size(), &count) != PS_OK) return {};
    std::vector<ps_participant> result;
    for (const ps_participant& one : list) {
        if (one.is_sharing) result.push_back(one);
    }
    return result;
}

class ShareController final : public Notifying<UnemulatedMeetingShareController, IMeetingShareCtrlEvent> {
public:
    SDKError StopShare() override { return act(PS_ACTION_STOP_SHARE); }
    // A share that is not paused goes on; PauseCurrentSharing is not emulated.
    SDKError ResumeCurrentSharing() override {
        const SDKError result = check(PS_ACTION_STOP_SHARE);
        if (result == SDKERR_SUCCESS) return result;
        const bool isInside = isInMeeting();
        return rejected(
            result, "ResumeCurrentSharing: the local user does not share", isInside ? "ZM-SHARE-002" : "ZM-ENTRY-004");
    }

    IList<unsigned int>* GetViewableSharingUserList() override {
        std::vector<unsigned int> users;
        for (const ps_participant& one : sharing()) {
            if (!one.is_myself) users.push_back(one.user_id);
        }
        return userLists.with(users);
    }

    IList<ZoomSDKSharingSourceInfo>* GetSharingSourceInfoList(unsigned int userId) override {
        std::vector<ZoomSDKSharingSourceInfo> shares;
        for (const ps_participant& one : sharing()) {
            if (one.user_id != userId) continue;
            shares.push_back(share(userId, one.is_myself ? Sharing_Self_Send_Begin : Sharing_Other_Share_Begin));
        }
        return shareLists.with(shares);
    }

    bool CanStartShare() override { return query(PS_QUERY_CAN_SHARE) != 0; }

    bool CanStartShare(CannotShareReasonType& reason) override {
        const bool can = CanStartShare();
        reason = can ? CannotShareReasonType_None
                 : query(PS_QUERY_IS_SHARE_LOCKED) ? CannotShareReasonType_Locked
                 : sharing().empty() ? CannotShareReasonType_UnKnown : CannotShareReasonType_Other_Screen_Sharing;
        return can;
    }

    SDKError IsShareLocked(bool& isLocked) override {
        isLocked = query(PS_QUERY_IS_SHARE_LOCKED) != 0;
        return isInMeeting() ? SDKERR_SUCCESS : check(PS_ACTION_START_SHARE);
    }

private:
    Lists<unsigned int> userLists;
    Lists<ZoomSDKSharingSourceInfo> shareLists;
};

}  // namespace

IMeetingShareController* shareController() { return &shared<ShareController>(); }

void receiveShare(const ps_client_event& event) {
    if (event.kind == PS_EVENT_SHARE_LOCK) {
        return NOTIFY(shared<ShareController>().receiver, IMeetingShareCtrlEvent, onLockShareStatus, event.number != 0);
    }
    const bool isOwn = static_cast<int64_t>(event.user_id) == query(PS_QUERY_LOCAL_USER);
    const SharingStatus begin = isOwn ? Sharing_Self_Send_Begin : Sharing_Other_Share_Begin;
    const SharingStatus end = isOwn ? Sharing_Self_Send_End : Sharing_Other_Share_End;
    const ZoomSDKSharingSourceInfo info = share(event.user_id, event.number ? begin : end);
    NOTIFY(shared<ShareController>().receiver, IMeetingShareCtrlEvent, onSharingStatus, info);
}

}  // namespace MEETINGSDK
