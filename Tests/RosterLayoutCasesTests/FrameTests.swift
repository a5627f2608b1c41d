import RosterLayoutCases
import Testing

@Suite struct FrameTests {
  @Test func framesWithOtherChildrenAreDifferent() {
    let frame = Frame(left: 0, top: 0, width: 1, height: 1)
    #expect(frame != Frame(left: 0, top: 0, width: 1, height: 1, children: [frame]))
  }
}
