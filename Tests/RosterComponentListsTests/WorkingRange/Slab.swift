import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A view as high as its text says, or as the sum of its letters, with a state that makes it
/// higher.
struct Slab: Component, Equatable {
  struct State: ComponentState {
    var extra = 0
  }

  static let typeName = "Slab"
  static let scope = ScopePath([ScopeKey(typeName: typeName)])

  let text: String

  func initialState() -> State { State() }

  static func height(_ text: String) -> Double {
    Double(text) ?? Double(1 + text.utf8.reduce(0) { $0 + Int($1) } % 30)
  }

  func body(_ scope: Scope<Slab>) -> Node<Never> {
    ViewNode("slab")
      .attribute("text", .string(text))
      .attribute("extra", .number(Double(scope.state.extra)))
      .on(.tap, scope.edit("raise") { (state, number: Int) in state.extra += number })
      .width(.points(10)).height(.points(Self.height(text) + Double(scope.state.extra)))
  }
}

typealias SlabList = ComponentList<String, String, Never>

extension ComponentTree {
  var slabText: String? { views.first?.spec.attributes["text"]?.stringValue }
  var slabExtra: Int? { state(of: Slab.self, at: Slab.scope)?.extra }
}

/// What a prefetch listener was told.
enum PrefetchNotice: Equatable, Sendable {
  case entered([Int])
  case left([Int])
  case failed([Int])
}

struct PrefetchRecorder: PrefetchListener {
  let notices = Recorder<PrefetchNotice>()

  func willEnter(_ items: [ItemID]) { notices.record(.entered(items.map(\.rawValue))) }

  func didLeave(_ items: [ItemID]) { notices.record(.left(items.map(\.rawValue))) }

  func couldNotEnter(_ items: [ItemID], _ error: StorageError) {
    notices.record(.failed(items.map(\.rawValue)))
  }

  /// Waits until as many items have left as have entered.
  func waitUntilAllHaveLeft() async {
    await notices.wait { notices in
      notices.reduce(0) { count, notice in
        switch notice {
        case .entered(let items): count + items.count
        case .left(let items): count - items.count
        case .failed: count
        }
      } == 0
    }
  }

  /// Returns the items in the range, if all enter and leave in turn.
  func entered() throws -> Set<Int> {
    var inside: Set<Int> = []
    for notice in notices.values {
      switch notice {
      case .entered(let items):
        for item in items { try #require(inside.insert(item).inserted, "\(item) enters twice") }
      case .left(let items):
        for item in items { try #require(inside.remove(item) != nil, "\(item) leaves twice") }
      case .failed: break
      }
    }
    return inside
  }
}

/// A list of slabs with a working range, and what was observed.
struct SlabRange: Sendable {
  let list: SlabList
  let storage: GatedStorage
  let prefetch: PrefetchRecorder
  /// The items whose components were made, once for each time.
  let builds: Recorder<Int>

  /// Runs a test on a list of slabs, each estimated to be 10 points high; then closes the list.
  static func with(
    _ range: WorkingRange? = WorkingRange(ahead: .items(3), behind: .items(2)),
    splitting: Viewport.Splitting = Viewport.Splitting(outputCountMin: 4, estimatedExtent: 10),
    _ configure: (inout DataSourceConfiguration) -> Void = { _ in },
    _ body: (SlabRange) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let slabs = try open(file, range, splitting: splitting, configure)
      try await body(slabs)
      await slabs.list.close()
    }
  }

  static func open(
    _ file: ListFile, _ range: WorkingRange?,
    splitting: Viewport.Splitting = Viewport.Splitting(outputCountMin: 4, estimatedExtent: 10),
    _ configure: (inout DataSourceConfiguration) -> Void = { _ in }
  ) throws -> SlabRange {
    let prefetch = PrefetchRecorder()
    let builds = Recorder<Int>()
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      SizeRange(min: .zero, max: Size(width: 100, height: .infinity)))
    configuration.components.splitting = splitting
    configuration.components.workingRange = range
    configuration.components.prefetchListener = prefetch
    configure(&configuration)
    let storage = try file.openGated()
    let list = try SlabList(
      storage: storage, codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration
    ) { text, context in
      let _ = builds.record(context.id.rawValue)
      Slab(text: text)
    }
    return SlabRange(list: list, storage: storage, prefetch: prefetch, builds: builds)
  }

  /// Returns a change that inserts a section of slabs.
  static func slabs(_ heights: [Double]) -> TextChange {
    ListRows<String, String>([.init(items: heights.map { "\($0)" })]).asInsertion
  }

  static func slabs(_ count: Int, _ height: Double = 10) -> TextChange {
    slabs(Array(repeating: height, count: count))
  }
}

extension [SlabList.Batch] {
  /// The items whose outputs each batch has.
  var shown: [[Int]] { map { $0.items.map(\.id.rawValue) } }

  /// The items whose outputs need not be kept according to each batch.
  var hidden: [[Int]] { map { $0.hiddenItems.map(\.rawValue).sorted() } }
}
