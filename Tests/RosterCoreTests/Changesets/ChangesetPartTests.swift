import RosterCore
import RosterTestKit
import RosterTestSupport
import Testing

/// What an application reads in the parts of a changeset, and that the parts are all of it.
@Suite("Changeset: reading its parts") struct ChangesetPartTests {
  typealias Change = Changeset<String, String>

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// Source `A: a b c`, `B: d`; target `A2: x b2 y`, `B: a d`.
  private let ofItems = Change {
    $0.updateSection(at: 0, "A2")
    $0.insertItem("y", at: path(0, 2))
    $0.removeItem(at: path(0, 2))
    $0.moveItem(from: path(0, 0), to: path(1, 0))
    $0.insertItem("x", at: path(0, 0))
    $0.updateItem(at: path(0, 1), "b2")
  }

  /// Source `A`, `B`, `C`, a section without a model; target `D`, the last one as `E`, `A` without
  /// a model, a section without a model.
  private let ofSections = Change {
    $0.insertSection(at: 3)
    $0.insertSection(at: 0, "D")
    $0.moveSection(from: 3, to: 1)
    $0.removeSection(at: 2)
    $0.removeSection(at: 1)
    $0.updateSection(at: 3, "E")
    $0.updateSection(at: 0, nil)
  }

  private let everyPart = Change {
    $0.updateItem(at: path(1, 0), "d2")
    $0.updateItem(at: path(0, 1), "b2")
    $0.removeItem(at: path(0, 0))
    $0.moveItem(from: path(1, 1), to: path(0, 1))
    $0.insertItems(["x", "y"], at: path(1, 0))
    $0.updateSection(at: 1, "B2")
    $0.removeSection(at: 2)
    $0.moveSection(from: 3, to: 0)
    $0.insertSection(at: 2, "D")
  }

  @Test func changedItemsAreReadByTheirPathsInAscendingOrder() {
    #expect(ofItems.updatedItems.map(\.path) == [Self.path(0, 1)])
    #expect(ofItems.updatedItems.map(\.model) == ["b2"])
    #expect(ofItems.removedItems == [Self.path(0, 2)])
    #expect(ofItems.movedItems == [ItemMove(source: Self.path(0, 0), target: Self.path(1, 0))])
    #expect(ofItems.insertedItems.map(\.path) == [Self.path(0, 0), Self.path(0, 2)])
    #expect(ofItems.insertedItems.map(\.model) == ["x", "y"])
    #expect(ofItems.updatedSections.map(\.index) == [0])
    #expect(ofItems.updatedSections.map(\.model) == ["A2"])
    #expect(ofItems.removedSections.isEmpty && ofItems.movedSections.isEmpty)
    #expect(ofItems.insertedSections.isEmpty)
  }

  @Test func changedSectionsAreReadByTheirIndexesInAscendingOrder() {
    #expect(ofSections.updatedSections.map(\.index) == [0, 3])
    #expect(ofSections.updatedSections.map(\.model) == [nil, "E"])
    #expect(ofSections.removedSections == [1, 2])
    #expect(ofSections.movedSections == [SectionMove(source: 3, target: 1)])
    #expect(ofSections.insertedSections.map(\.index) == [0, 3])
    #expect(ofSections.insertedSections.map(\.model) == ["D", nil])
    #expect(ofSections.updatedItems.isEmpty && ofSections.removedItems.isEmpty)
    #expect(ofSections.movedItems.isEmpty && ofSections.insertedItems.isEmpty)
  }

  /// The examples above fit the lists that they are described with.
  @Test func pathsOfPartsAreThoseOfSourceAndTarget() throws {
    typealias Section = ListRows<String, String>.Section
    let lettered = ListRows([
      Section(model: "A", items: ["a", "b", "c"]), Section(model: "B", items: ["d"]),
    ])
    let list = try NaiveList().applying(lettered.asInsertion).applying(ofItems)
    #expect(
      list.rows.sections == [
        Section(model: "A2", items: ["x", "b2", "y"]), Section(model: "B", items: ["a", "d"]),
      ])
    for insertion in ofItems.insertedItems {
      let section = list.rows.sections[insertion.path.section]
      #expect(section.items[insertion.path.item] == insertion.model)
    }
    for update in ofItems.updatedItems {
      #expect(lettered.sections[update.path.section].items[update.path.item] + "2" == update.model)
    }

    let titled = ListRows(["A", "B", "C", nil].map { Section(model: $0, items: []) })
    let renamed = try NaiveList().applying(titled.asInsertion).applying(ofSections)
    let target = renamed.rows.sections.map(\.model)
    #expect(target == ["D", "E", nil, nil])
    for insertion in ofSections.insertedSections {
      #expect(target[insertion.index] == insertion.model)
    }
  }

  @Test func namesOfPartsAreThoseOfTheLog() {
    let parts: [(name: String, count: Int)] = [
      ("updatedItems", everyPart.updatedItems.count),
      ("removedItems", everyPart.removedItems.count),
      ("movedItems", everyPart.movedItems.count),
      ("insertedItems", everyPart.insertedItems.count),
      ("updatedSections", everyPart.updatedSections.count),
      ("removedSections", everyPart.removedSections.count),
      ("movedSections", everyPart.movedSections.count),
      ("insertedSections", everyPart.insertedSections.count),
    ]
    #expect(parts.map(\.count) == [2, 1, 1, 2, 1, 1, 1, 1])
    #expect(parts.map(\.count).reduce(0, +) == everyPart.changeCount)
    for part in parts { #expect(everyPart.logLine.contains("\"\(part.name)\":["), "\(part.name)") }
  }

  @Test func partsOfTheEmptyChangesetAreEmpty() {
    let empty = Change()
    #expect(empty.updatedItems.isEmpty && empty.removedItems.isEmpty)
    #expect(empty.movedItems.isEmpty && empty.insertedItems.isEmpty)
    #expect(empty.updatedSections.isEmpty && empty.removedSections.isEmpty)
    #expect(empty.movedSections.isEmpty && empty.insertedSections.isEmpty)
    #expect(empty.insertedItems.first == nil && empty.insertedSections.last == nil)
    #expect(empty.rebuilt == empty)
  }

  @Test func elementsAreReadAtAnyPosition() {
    let items = Change { $0.insertItems(["a", "b", "c", "d"], at: Self.path(2, 5)) }.insertedItems
    #expect(items.indices == 0..<4)
    #expect(items[3] == (path: Self.path(2, 8), model: "d"))
    #expect(items[1...2].map(\.model) == ["b", "c"])
    #expect(items.reversed().map(\.path.item) == [8, 7, 6, 5])
    #expect(items.index(items.startIndex, offsetBy: 2) == 2)
  }

  @Test func aPartOutlivesItsChangeset() {
    var change = everyPart
    let updated = change.updatedItems
    change = Change()
    #expect(updated.map(\.model) == ["b2", "d2"])
    #expect(change.updatedItems.isEmpty)
  }

  @Test func aPartIsDescribedAsAnArray() {
    #expect(everyPart.updatedSections.description == #"[(index: 1, model: Optional("B2"))]"#)
    #expect(
      "\(everyPart.insertedItems)"
        == #"[(path: [1, 0], model: "x"), (path: [1, 1], model: "y")]"#)
    #expect(Change().insertedItems.description == "[]")
  }

  /// Spoiled ones too, which name places twice or below 0: a part keeps what its maker has said.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func aChangesetIsRebuiltFromItsParts(seed: UInt64) {
    var random = RandomChangesets(seed: seed)
    let changes = [random.valid(for: [4, 0, 7, 1]), random.spoiled(for: [4, 2, 3])]
    for change in changes.map({ $0.changeset(models: "\(seed):") }) {
      #expect(change.rebuilt == change, "seed \(seed): \(change.logLine)")
    }
  }
}

extension Changeset {
  /// The changeset that a builder makes of its parts.
  fileprivate var rebuilt: Changeset {
    Changeset {
      for (path, model) in updatedItems { $0.updateItem(at: path, model) }
      for path in removedItems { $0.removeItem(at: path) }
      for move in movedItems { $0.moveItem(from: move.source, to: move.target) }
      for (path, model) in insertedItems { $0.insertItem(model, at: path) }
      for (index, model) in updatedSections { $0.updateSection(at: index, model) }
      for index in removedSections { $0.removeSection(at: index) }
      for move in movedSections { $0.moveSection(from: move.source, to: move.target) }
      for (index, model) in insertedSections { $0.insertSection(at: index, model) }
    }
  }
}
