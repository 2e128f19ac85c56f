/// How channels without positions become mono or stereo: by their order, as pairs of left and right.
///
/// The first two are the main pair. Of an odd number, the third one is a centre, as in the usual orders of 3, 5 and 7
/// channels. The others are 3 dB weaker, and the sum of each side is 1, so that nothing clips.
struct ChannelMix: Hashable, Sendable {
    /// A row of weights for each output channel.
    let rows: [[Float]]

    init(_ channels: Int, into outputs: Int) {
        let attenuation = Float(0.5).squareRoot()
        let hasCentre = channels % 2 == 1
        var sides: [[Float]] = [[], []]
        for channel in 0..<channels {
            let weight: Float = channel < 2 ? 1 : attenuation
            let isCentre = hasCentre && channel == min(2, channels - 1)
            let isLeft = (hasCentre && channel > 2 ? channel - 1 : channel) % 2 == 0
            sides[0].append(isCentre || isLeft ? weight : 0)
            sides[1].append(isCentre || !isLeft ? weight : 0)
        }
        let scaled = sides.map { side in side.map { $0 / side.reduce(0, +) } }
        rows = outputs == 1 ? [zip(scaled[0], scaled[1]).map { ($0 + $1) / 2 }] : scaled
    }
}
