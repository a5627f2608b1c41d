import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import Testing

/// Long sequences of frames, each made of the one before, with and without controllers.
@Suite("ListMount, at random")
struct RandomListMountTests {
  private struct Frames {
    var random: SplitMix64
    var axis = ScrollAxis.vertical
    var numbers = Array(1...12)
    var versions: [Int: Int] = [:]
    var views: [Int: [ViewTree]] = [:]

    mutating func next(keeping focus: Int?) -> ListFrame {
      switch random.index(below: 5) {
      case 0: numbers.shuffle(using: &random)
      case 1:
        let number = numbers.remove(at: random.index(below: numbers.count))
        numbers.insert(number, at: random.index(below: numbers.count + 1))
      case 2: views[numbers[random.index(below: numbers.count)]] = nil
      default: break
      }
      if random.happens(percent: 3) { axis = axis == .vertical ? .horizontal : .vertical }
      let start = random.index(below: numbers.count)
      let end = min(numbers.count, start + random.index(below: 7))
      let indices = numbers.indices.filter { $0 >= start && $0 < end || numbers[$0] == focus }
      var frame = ListFrame(axis, length: 120, breadth: 80, rowCount: numbers.count)
      frame.offset = Double(start * 10)
      frame.rows = indices.map { index in
        let number = numbers[index]
        let known = views[number] ?? content(of: number)
        views[number] = known
        return .item(number, at: index, in: 0, views: known, isLaidOut: number % 4 == 0)
      }
      return frame
    }

    private mutating func content(of number: Int) -> [ViewTree] {
      let version = versions[number, default: 0] + 1
      versions[number] = version
      return (0..<random.index(below: 3)).map { index in
        let text: ViewAttributes = ["text": .number(Double(version)), "_lasting": 1]
        var view = ViewTree.row(index, text, of: ["A", "B", "C"][number % 3])
        if random.happens(percent: 50) { view.spec.attributes["_lasting"] = nil }
        view.children = [.view("inner", ["number": .number(Double(number))])]
        if number % 4 == 0, random.happens(percent: 80) {
          view = view.framed()
          view.children = view.children.map { $0.framed() }
        }
        return view
      }
    }
  }

  @Test(arguments: 0..<30)
  func everyFrameIsShownAndTheFocusedRowStays(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let test = ListUnderTest(poolCountMax: [0, 1, 3, 16][random.index(below: 4)])
    var frames = Frames(random: random)
    for step in 0..<60 {
      let focused = test.mount.focusedTree
      let frame = frames.next(keeping: focused?.item?.rawValue)
      var offence = test.offence(showing: frame).offence
      if offence == nil, test.mount.focusedTree != focused { offence = "the focus is lost" }
      if offence == nil, test.mount.show(frame) != MountCounts() { offence = "not stable" }
      if let offence {
        Issue.record("seed \(seed), step \(step): \(offence)")
        return
      }
      test.host.focusedView = test.host.shownViews(in: test.mount.list).randomElement(
        using: &random)
    }
  }
}
