import Checksums
import StudioCore
import Testing

struct SHA256Tests {
    @Test(
        "the values of FIPS 180-4 and NIST",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
    func letters(_ count: Int, _ digest: String) {
        let hash = SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: count))
        #expect(hash.map { NumberText.hexadecimal($0, digits: 2) }.joined() == digest)
    }

    @Test("a hash has 32 bytes, and differs when a bit does")
    func bits() {
        let hashes = (0..<256).map { SHA256.hash([UInt8($0)]) }
        #expect(Set(hashes).count == 256)
        #expect(hashes.allSatisfy { $0.count == 32 })
        #expect(
            SHA256.hash(Array("abc".utf8)).map { NumberText.hexadecimal($0, digits: 2) }.joined()
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
