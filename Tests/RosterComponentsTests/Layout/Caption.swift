import RosterComponents
import RosterJSON
import RosterLayout
import RosterTestKit
import RosterTestSupport

/// Words of one point a letter and one point a line, which note every time they are measured.
struct Words: MeasuredContent {
  let text: String
  let measurings: Recorder<String>

  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    measurings.record(text)
    let words = text.split(separator: " ").map { Double($0.count) }
    let limit: Double =
      switch width {
      case .exactly(let length), .atMost(let length): length
      case .minContent: words.max() ?? 0
      case .maxContent: .infinity
      }
    var (used, line, lineCount) = (0.0, 0.0, text.isEmpty ? 0.0 : 1.0)
    for word in words {
      if line > 0, line + 1 + word > limit {
        lineCount += 1
        line = word
      } else {
        line += line > 0 ? 1 + word : word
      }
      used = max(used, line)
    }
    return MeasuredSize(size: Size(width: used, height: lineCount))
  }
}

/// A text that can be made longer.
struct Caption: Component, Equatable {
  struct State: ComponentState { var suffix = "" }
  static let typeName = "Caption"

  let text: String
  let measurings: Recorder<String>

  init(_ text: String, _ measurings: Recorder<String> = Recorder()) {
    self.text = text
    self.measurings = measurings
  }

  static func == (left: Caption, right: Caption) -> Bool { left.text == right.text }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> {
    ViewNode("text").attribute("text", .string(text + scope.state.suffix))
      .measured(by: Words(text: text + scope.state.suffix, measurings: measurings))
      .on(.tap, scope.edit("lengthen") { $0.suffix += "!" })
  }
}

extension ComponentTree {
  /// The tree laid out at a width, as high as it wants.
  func laidOut(width: Double, after previous: ComponentTree? = nil) throws -> ComponentTree {
    try laidOut(
      in: LayoutConstraints(.flexibleHeight, in: Size(width: width, height: 0)), after: previous)
  }

  /// The frames of all views, each before those in it: class, left, top, width and height.
  var frames: [String] { views.flatMap { $0.frames } }
}

extension ViewTree {
  var frames: [String] {
    let own =
      frame.map { frame in
        let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
        return numbers.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
          .joined(separator: " ")
      } ?? "none"
    return ["\(spec.className) \(own)"] + children.flatMap { $0.frames }
  }
}

extension Node {
  /// The frames of what is built of the node.
  func frames(width: Double = 20) throws -> [String] {
    try TreeBuilder().build(self).tree.laidOut(width: width).frames
  }
}
