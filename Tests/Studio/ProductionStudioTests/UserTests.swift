import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The studio's participant")
struct UserTests {
    @Test("PS-USER-001 without a studio user the id is 0")
    func none() throws {
        let fixture = TestMeeting.recorded()
        #expect(fixture.studio.userID == .none)
        #expect(fixture.studio.userID.rawValue == 0)
        _ = try fixture.openSender()
        #expect(fixture.studio.userID.rawValue != 0)
        #expect(fixture.stop() == nil)
        fixture.drain()
        #expect(fixture.studio.userID.rawValue == 0)
    }

    @Test("PS-USER-002 a restart gives a new id")
    func restart() throws {
        let fixture = TestMeeting.recorded()
        var ids: [UserID] = []
        for _ in 0..<4 {
            _ = try fixture.openSender()
            ids.append(fixture.studio.userID)
            #expect(fixture.stop() == nil)
            fixture.drain()
        }
        #expect(Set(ids).count == 4)
        #expect(!ids.contains(.none))
        #expect(ids.map(\.rawValue) == ids.map(\.rawValue).sorted(), "an id is never reused")
    }

    @Test("PS-USER-003 the studio user is a separate participant whose parent is the local user")
    func parent() throws {
        let fixture = TestMeeting.recorded()
        #expect(fixture.meeting.participants.count == 1)
        #expect(!fixture.meeting.localUser.isStudioUser)
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        #expect(fixture.meeting.participants == [fixture.meeting.localUser, user])
        #expect(user.isStudioUser)
        #expect(user.studioParent == fixture.meeting.localUser.id)
        #expect(user.id != fixture.meeting.localUser.id)
        #expect(!user.isMyself)
        #expect(user.name == "Ada (Production Studio)")
        #expect(fixture.studio.userID == user.id)
    }

    @Test("the local user cannot be removed, others can")
    func removal() throws {
        let fixture = TestMeeting.recorded()
        let other = try #require(fixture.meeting.addOtherStudioUser(name: "Other"))
        fixture.meeting.remove(fixture.meeting.localUser.id)
        fixture.drain()
        #expect(fixture.meeting.participants.count == 3)
        fixture.meeting.remove(other.id)
        fixture.meeting.remove(other.id)
        fixture.drain()
        #expect(fixture.meeting.participants.count == 2)
        #expect(fixture.recorder.names == [.joined, .joined, .userStarted, .userStopped, .left])
        let parent = try #require(other.studioParent)
        #expect(fixture.meeting.participants.contains { $0.id == parent })
    }

    @Test("after the meeting there are no participants and the role is none")
    func afterwards() {
        let fixture = TestMeeting.recorded()
        fixture.meeting.end()
        fixture.drain()
        #expect(fixture.meeting.localUser.role == .none)
        #expect(fixture.meeting.participants == [])
        #expect(fixture.meeting.status == .ended)
        fixture.meeting.leave()
        fixture.meeting.loseConnection()
        fixture.drain()
        #expect(fixture.meeting.status == .ended, "the end is final")
        #expect(fixture.recorder.callbacks == [.status(.disconnecting), .status(.ended)])
    }
}
