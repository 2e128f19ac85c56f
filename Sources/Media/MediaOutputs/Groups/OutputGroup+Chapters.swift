import ProgramEncoding
import StudioCore

// Chapters of recordings. They are written at the end of a file.
extension OutputGroup {
    /// Lets a chapter of a recording begin now.
    ///
    /// - Parameter title: `nil` for its number.
    package func addChapter(to number: Int, title: String?) throws(OutputCommandError) {
        try exclusively { () throws(OutputCommandError) in
            let member = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.checkSplit(hasEnded: hasEnded)
            }
            let output = "output \(number) (\(member.output.address))"
            if let obstacle = member.output.driver.chapterObstacle(options) {
                throw .rejected("\(output) has no chapters: \(obstacle)")
            }
            guard let last = encoder?.lastFrame, let start = member.output.start else {
                throw .rejected("\(output) has no frame yet; add the chapter when it is live")
            }
            do throws(ChapterList.Refusal) {
                try member.output.chapters.add(at: last - start, title: title)
            } catch {
                throw .rejected("\(output): \(error)")
            }
        }
    }
}
