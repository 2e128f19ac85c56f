import Foundation
import ProductionStudio
import StudioCore
import Testing

@Suite("Coding of entry responses")
struct EntryResponsesTests {
    @Test("every field survives coding")
    func coding() throws {
        var responses = EntryResponses()
        responses.initialisationFailure = .serviceFailed
        responses.authenticationRefusal = .failed
        responses.authentication = .tokenWrong
        responses.authenticationDelivery = .late(by: .seconds(30))
        responses.authenticationDelay = .milliseconds(1) ... .milliseconds(2)
        responses.checksToken = true
        responses.joinRefusal = .noPermission
        responses.entrance = .failure
        responses.joinFailure = .passcodeWrong
        responses.failureEndsMeeting = true
        responses.joinDelay = .zero ... .seconds(1)
        responses.admissionDelay = .seconds(3)
        responses.statusDelivery = [.inMeeting: .never, .ended: .twice]
        responses.role = .coHost
        responses.promotion = .host
        responses.promotionDelay = .seconds(2)
        responses.topic = "News"
        let data = try JSONEncoder().encode(responses)
        #expect(try JSONDecoder().decode(EntryResponses.self, from: data) == responses)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#""statusDelivery":{"#), "statuses are keys: \(text)")
        #expect(text.contains(#""joinFailure":"passcodeWrong""#))
    }

    @Test("count and delay must not be negative, and a count is at most 100")
    func delivery() throws {
        #expect(CallbackDelivery(count: -1, delay: .milliseconds(-1)) == .never)
        #expect(CallbackDelivery(count: .max).count == 100)
        let decoder = JSONDecoder()
        #expect(try decoder.decode(CallbackDelivery.self, from: Data("{}".utf8)) == .once)
        #expect(try decoder.decode(CallbackDelivery.self, from: Data(#"{"count":2}"#.utf8)) == .twice)
        #expect(try decoder.decode(CallbackDelivery.self, from: Data(#"{"count":100}"#.utf8)).count == 100)
        let wrong = [
            #"{"count":-1}"#, #"{"count":101}"#, #"{"count":9223372036854775807}"#, #"{"delay":-0.1}"#,
            #"{"count":"x"}"#,
        ]
        for text in wrong {
            #expect(throws: DecodingError.self) {
                try decoder.decode(CallbackDelivery.self, from: Data(text.utf8))
            }
        }
    }
}
