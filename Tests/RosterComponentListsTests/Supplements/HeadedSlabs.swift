import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// A list of slabs whose sections have headers and footers, some of which are missing.
struct HeadedSlabs {
  static let estimates = Viewport.Splitting.headed

  let list: SlabList

  /// Whether a section has the supplement.
  static func isShown(_ kind: SupplementKind, _ model: String) -> Bool {
    (model.utf8.reduce(0) { $0 + Int($1) } + (kind == .header ? 0 : 1)) % 4 != 0
  }

  static func text(_ kind: SupplementKind, _ model: String) -> String { "\(kind) of \(model)" }

  /// The height of the supplement, `nil` if the section has none.
  static func height(_ kind: SupplementKind, _ model: String?) -> Double? {
    guard let model, isShown(kind, model) else { return nil }
    return Slab.height(text(kind, model))
  }

  static func open(
    _ file: ListFile, _ range: WorkingRange?,
    _ configure: (inout DataSourceConfiguration) -> Void = { _ in }
  ) throws -> HeadedSlabs {
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      SizeRange(min: .zero, max: Size(width: 100, height: .infinity)))
    configuration.components.splitting = .headed
    configuration.components.workingRange = range
    configure(&configuration)
    return HeadedSlabs(
      list: try SlabList(
        storage: try file.openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: configuration, header: { model, _ in header(model, .header) },
        footer: { model, _ in header(model, .footer) }
      ) { text, _ in Slab(text: text) })
  }

  static func header(_ model: String, _ kind: SupplementKind) -> Node<Never>? {
    isShown(kind, model) ? Node(Slab(text: text(kind, model))) : nil
  }

  static func with(
    _ range: WorkingRange?, _ configure: (inout DataSourceConfiguration) -> Void = { _ in },
    _ body: (SlabList) async throws -> Void
  ) async throws {
    try await ListFile.with { file in
      let slabs = try open(file, range, configure)
      try await body(slabs.list)
      await slabs.list.close()
    }
  }
}

extension Viewport.Splitting {
  /// A different estimate for each kind.
  static var headed: Viewport.Splitting {
    var splitting = Viewport.Splitting(outputCountMin: 4, estimatedExtent: 10)
    splitting.estimatedHeaderExtent = 4
    splitting.estimatedFooterExtent = 6
    return splitting
  }
}

/// The sizes that a renderer knows from batches alone.
struct RoomRenderer {
  private(set) var items: [ItemID: Double] = [:]
  /// 0 for those that are known not to exist.
  private(set) var supplements: [SupplementID: Double] = [:]
  private(set) var outputs: [SupplementID: ComponentTree<Never>] = [:]
  private(set) var state = ListState()
  /// Whether each change of size is checked against the size reported before.
  let isCorrected: Bool

  init(isCorrected: Bool) { self.isCorrected = isCorrected }

  mutating func apply(_ batch: SlabList.Batch, _ comment: Comment) throws {
    #expect(batch.changes.sourceRevision == state.revision, comment)
    for id in try batch.changes.removedItemIDs() { items[id] = nil }
    let outline = batch.changes.changeset.outline
    for section in outline.removedSections {
      let id = try #require(batch.changes.source.sectionID(at: section))
      for kind in SupplementKind.allCases {
        supplements[SupplementID(kind, of: id)] = nil
        outputs[SupplementID(kind, of: id)] = nil
      }
    }
    for section in outline.insertedSections {
      let id = try #require(batch.changes.target.sectionID(at: section))
      for kind in SupplementKind.allCases { supplements[SupplementID(kind, of: id)] = 0 }
    }
    if batch.causes.contains(.configuration) {
      // Everything was laid out again: what the batch does not name is estimated again.
      items = [:]
      let named = Set(batch.supplements.map(\.id))
      supplements = supplements.filter { $0.value == 0 || named.contains($0.key) }
    }
    if !isCorrected || batch.causes.contains(.configuration) {
      for item in batch.items { items[item.id] = item.output.layout?.size.height }
    }
    for size in batch.itemSizes { items[try #require(size.tree.item)] = size.to?.height }
    for supplement in batch.supplements {
      let id = supplement.id
      if isCorrected, !batch.causes.contains(.configuration),
        !outline.insertedSections.contains(supplement.targetSection)
      {
        #expect(supplement.formerSize?.height ?? 0 == supplements[id] ?? 0, comment)
      }
      #expect(
        batch.target.state.sectionID(at: supplement.targetSection) == supplement.id.section, comment
      )
      supplements[id] = supplement.output == nil ? 0 : supplement.size?.height
      outputs[id] = supplement.output
    }
    state = batch.target.state
    try expect(try #require(batch.extents, comment), comment)
  }

  /// Checks that the reported sizes add up to the places of everything.
  func expect(_ extents: ListExtents, _ comment: Comment) throws {
    #expect(extents.state.revision == state.revision, comment)
    var position = 0.0
    for section in 0..<state.sectionCount {
      let id = try #require(state.sectionID(at: section))
      let start = position
      #expect(extents.offset(of: .header, ofSection: section) == position, comment)
      position += supplements[SupplementID(.header, of: id)] ?? 4
      for (item, id) in try state.itemIDs(inSection: section).enumerated() {
        let path = ItemPath(section: section, item: item)
        #expect(extents.offset(of: path) == position, comment)
        let extent = items[id] ?? 10
        #expect(extents.extent(of: path) == extent, comment)
        if extent > 0 { #expect(extents.item(at: position) == path, comment) }
        position += extent
      }
      #expect(extents.offset(of: .footer, ofSection: section) == position, comment)
      position += supplements[SupplementID(.footer, of: id)] ?? 6
      #expect(extents.extent(ofSection: section) == position - start, comment)
    }
    #expect(extents.length == position, comment)
  }

  /// Checks that the reported sizes are current.
  func expectCurrent(_ list: SlabList, _ comment: Comment) throws {
    for (section, model) in try list.snapshot.sectionModels().enumerated() {
      let id = try #require(list.snapshot.state.sectionID(at: section))
      for kind in SupplementKind.allCases {
        let id = SupplementID(kind, of: id)
        guard let told = supplements[id], let output = outputs[id] else {
          #expect((supplements[id] ?? 0) == 0, comment)
          continue
        }
        let extra = output.slabExtra.map(Double.init) ?? 0
        #expect(HeadedSlabs.height(kind, model).map { $0 + extra } == told, comment)
        #expect(output.slabText == model.map { HeadedSlabs.text(kind, $0) }, comment)
      }
    }
  }
}
