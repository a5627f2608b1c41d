import RosterLayoutCases
import Testing

@Suite struct FrameDifferenceTests {
  private func frame(width: Double = 10, _ children: Frame...) -> Frame {
    Frame(left: 0, top: 0, width: width, height: 10, children: children)
  }

  @Test func equalFramesDoNotDiffer() {
    #expect(frame(frame()).differences(from: frame(frame())).isEmpty)
    #expect(frame(width: 10.0009).differences(from: frame()).isEmpty)
  }

  @Test func aDifferenceNamesTheBoxAndWhatIsDifferent() {
    let differences = frame(frame(), frame(frame(width: 50))).differences(
      from: frame(frame(), frame(frame(width: 60.5))))
    #expect(
      differences.map(\.description) == [
        "root.children[1].children[0]: width: expected 60.5, got 50"
      ])
  }

  @Test func framesWithOtherChildrenDiffer() {
    #expect(
      frame(frame()).differences(from: frame()).map(\.description)
        == ["root: number of children: expected 0, got 1"])
  }

  @Test(arguments: [Double.nan, .infinity]) func whatIsNoLengthDiffers(_ width: Double) {
    #expect(frame(width: width).differences(from: frame()).count == 1)
    #expect(frame(width: .nan).differences(from: frame(width: .nan)).count == 1)
  }

  @Test func jsonIsAsShortAsItCanBe() {
    var bytes: [UInt8] = []
    Frame(
      left: -0.0, top: 1.5, width: 100, height: 0.1,
      children: [Frame(left: 1, top: 2, width: 3, height: 4)]
    ).appendJSON(to: &bytes)
    let child = #"{"left":1,"top":2,"width":3,"height":4,"children":[]}"#
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"left":0,"top":1.5,"width":100,"height":0.1,"children":["# + child + "]}")
  }
}
