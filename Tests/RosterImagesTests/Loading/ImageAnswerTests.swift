import RosterTestKit
import Testing

@testable import RosterImages

struct ImageAnswerTests {
  private static var limits: ImageLimits {
    var limits = ImageLimits()
    limits.byteCountMax = 10
    return limits
  }

  private func failure(_ body: (inout ImageAnswer) throws(ImageError) -> Void) -> ImageError.Code? {
    var answer = ImageAnswer(limits: Self.limits)
    do throws(ImageError) {
      try body(&answer)
      _ = try answer.finished()
      return nil
    } catch { return error.code }
  }

  @Test(arguments: [
    nil, "", "image/png", "IMAGE/WebP; q=1", "application/octet-stream", "binary/octet-stream",
  ])
  func typeThatMayBeAPictureIsTaken(_ type: String?) {
    #expect(
      failure { answer throws(ImageError) in
        try answer.begin(ImageAnswerHead(status: 200, contentType: type, contentLength: 2))
        try answer.append([1, 2])
      } == nil)
  }

  @Test(arguments: ["text/html", "application/json; charset=utf-8", "imagery/png"])
  func otherTypeIsRefusedBeforeItsBytes(_ type: String) {
    #expect(
      failure { answer throws(ImageError) in
        try answer.begin(ImageAnswerHead(status: 200, contentType: type))
      } == .wrongType)
  }

  @Test(arguments: [100, 301, 404, 500])
  func statusThatIsNoSuccessIsRefused(_ status: Int) {
    #expect(
      failure { answer throws(ImageError) in
        try answer.begin(ImageAnswerHead(status: status))
      } == .refused)
  }

  @Test func announcedLengthIsCheckedBeforeTheBytes() {
    #expect(
      failure { answer throws(ImageError) in
        try answer.begin(ImageAnswerHead(status: 200, contentLength: 11))
      } == .tooLarge)
  }

  @Test func lengthIsCheckedWhileTheAnswerArrives() {
    #expect(
      failure { answer throws(ImageError) in
        try answer.begin(ImageAnswerHead(status: 200, contentLength: 3))
        try answer.append([UInt8](repeating: 0, count: 10))
        try answer.append([0])
        Issue.record("too many bytes are taken")
      } == .tooLarge)
  }

  @Test(arguments: [1, 3, -4])
  func otherLengthThanAnnouncedIsTransient(_ length: Int) {
    let code = failure { answer throws(ImageError) in
      try answer.begin(ImageAnswerHead(status: 200, contentLength: length))
      try answer.append([1, 2])
    }
    #expect(code == .truncated)
    #expect(ImageError(.truncated, "").isTransient)
  }

  @Test func answerWithoutABeginningIsAFailedConnection() {
    #expect(failure { _ throws(ImageError) in } == .connection)
  }

  @Test func emptyAnswerIsNoPicture() {
    #expect(
      failure { answer throws(ImageError) in
        try answer.begin(ImageAnswerHead(status: 204))
      } == .wrongType)
  }

  @Test func progressKnowsTheWholeIfTheServerSays() throws {
    let progress = Recorder<ImageProgress>()
    var answer = ImageAnswer(limits: Self.limits) { progress.record($0) }
    try answer.begin(ImageAnswerHead(status: 200, contentLength: 8))
    try answer.append([1, 2])
    try answer.append([3, 4, 5, 6])
    #expect(progress.values.map(\.fraction) == [0.25, 0.75])
  }

  @Test func errorsDoNotNameTheAddress() {
    let error = ImageError(.refused, "the server answers with the status 404", status: 404)
    #expect("\(error)" == "the server answers with the status 404")
  }
}
