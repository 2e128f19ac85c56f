import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The studio's participant")
struct UserTests {
    @Test("PS-USER-001 without a studio user the id is 0")
    func none() throws {
        let stage = Stage()
        #expect(stage.studio.userID == .none)
        #expect(stage.studio.userID.rawValue == 0)
        _ = try stage.openSender()
        #expect(stage.studio.userID.rawValue != 0)
        #expect(stage.stop() == nil)
        stage.settle()
        #expect(stage.studio.userID.rawValue == 0)
    }

    @Test("PS-USER-002 a restart gives a new id")
    func restart() throws {
        let stage = Stage()
        var ids: [UserID] = []
        for _ in 0..<4 {
            _ = try stage.openSender()
            ids.append(stage.studio.userID)
            #expect(stage.stop() == nil)
            stage.settle()
        }
        #expect(Set(ids).count == 4)
        #expect(!ids.contains(.none))
        #expect(ids.map(\.rawValue) == ids.map(\.rawValue).sorted(), "an id is never used again")
    }

    @Test("PS-USER-003 the studio user is a participant of its own with the local user as parent")
    func parent() throws {
        let stage = Stage()
        #expect(stage.meeting.participants.count == 1)
        #expect(!stage.meeting.localUser.isStudioUser)
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        #expect(stage.meeting.participants == [stage.meeting.localUser, user])
        #expect(user.isStudioUser)
        #expect(user.studioParent == stage.meeting.localUser.id)
        #expect(user.id != stage.meeting.localUser.id)
        #expect(!user.isMyself)
        #expect(user.name == "Ada (Production Studio)")
        #expect(stage.studio.userID == user.id)
    }

    @Test("removing the local user is not possible, removing others is")
    func removal() throws {
        let stage = Stage()
        let other = try #require(stage.meeting.addOtherStudioUser(name: "Other"))
        stage.meeting.remove(stage.meeting.localUser.id)
        stage.settle()
        #expect(stage.meeting.participants.count == 3)
        stage.meeting.remove(other.id)
        stage.meeting.remove(other.id)
        stage.settle()
        #expect(stage.meeting.participants.count == 2)
        #expect(stage.audience.names == [.joined, .joined, .userStarted, .userStopped, .left])
        let parent = try #require(other.studioParent)
        #expect(stage.meeting.participants.contains { $0.id == parent })
    }

    @Test("after the meeting there is nobody and the role is none")
    func afterwards() {
        let stage = Stage()
        stage.meeting.end()
        stage.settle()
        #expect(stage.meeting.localUser.role == .none)
        #expect(stage.meeting.participants == [])
        #expect(stage.meeting.status == .ended)
        stage.meeting.leave()
        stage.meeting.setReconnecting(true)
        stage.settle()
        #expect(stage.meeting.status == .ended, "the end is final")
        #expect(stage.audience.heard.all == [.status(.disconnecting), .status(.ended)])
    }
}
