import RosterComponents
import RosterCore
import RosterLayout
import Testing

/// Where components are, and who is told.
@Suite("Layout: components") struct ScopeFrameTests {
  /// Boxes in a box, one beside the other.
  private struct Tray: Component {
    static let typeName = "Tray"

    func body(_ scope: Scope<Tray>) -> Node<Never> {
      ViewNode("tray") {
        Caption("ab").padding(1)
        Two().margin(Edges(vertical: 0, horizontal: 3))
        Nothing()
      }
      .padding(2).direction(.row).alignItems(.start)
    }
  }

  private struct Two: Component {
    static let typeName = "Two"

    func body(_ scope: Scope<Two>) -> Node<Never> {
      ViewNode("a").frame(width: 1, height: 4)
      ViewNode("b").frame(width: 2, height: 1)
    }
  }

  private struct Nothing: Component {
    static let typeName = "Nothing"

    func body(_ scope: Scope<Nothing>) -> Node<Never> {}
  }

  private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> ViewFrame {
    ViewFrame(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  @Test func theFrameOfAComponentIsAroundItsBoxesInTheItem() throws {
    let tree = try TreeBuilder().build(Node(Tray())).tree.laidOut(width: 30)
    #expect(
      tree.layout?.frames == [
        .at("Tray"): frame(0, 0, 30, 9), .at("Tray", "Caption"): frame(3, 3, 2, 1),
        .at("Tray", "Two"): frame(9, 2, 2, 5),
      ])
    #expect(tree.layout?.frame(of: .at("Tray", "Nothing")) == nil)
  }

  // MARK: Controllers

  private final class FrameController: ComponentController {
    typealias Controlled = Caption
    typealias View = Never
    private let log: FrameLog

    init(_ log: FrameLog) { self.log = log }

    func didPrepareLayout() { log.entries.append("none") }

    func didPrepareLayout(_ frame: ViewFrame) {
      log.entries.append("\(frame.origin.x) \(frame.size.width)")
    }
  }

  private final class FrameLog {
    var entries: [String] = []
  }

  @Test func aControllerIsToldWhereItsComponentIs() throws {
    let log = FrameLog()
    let item = TreeID.item(ItemID(rawValue: 1))
    let host = ControllerHost<String>(sink: EditRecorder())
    host.register { (_, _) -> FrameController in FrameController(log) }
    let tree = TreeBuilder().build(Node(Tray())).tree
    host.apply(removing: [], updating: [(item, tree)])
    host.prepareLayout(of: item)
    host.apply(removing: [], updating: [(item, try tree.laidOut(width: 30))])
    host.prepareLayout(of: item)
    #expect(log.entries == ["none", "3.0 2.0"])
  }
}
