import RosterTestSupport
import Testing

@testable import RosterCore

/// That sound states have no violations is checked after every step of the other tests; here is
/// that broken ones have some.
@Suite("ListState: invariants")
struct InvariantsTests {
  private func violations(_ spoil: (inout ListState) -> Void) throws -> [String] {
    var state = try TrackedList(ListRows(counts: [600, 2])).state
    #expect(try state.violations().isEmpty)
    spoil(&state)
    return try state.violations()
  }

  @Test func anItemThatIsThereTwiceIsFound() throws {
    let found = try violations { state in
      state.sections.update(at: 1) { section in
        section.leaves.update(at: 0) { $0.items?[1] = ItemID(rawValue: 5) }
      }
    }
    #expect(found.contains("item 5 is there twice"))
  }

  @Test func anItemThatIsListedElsewhereIsFound() throws {
    let found = try violations { $0.places.set(5, to: LeafID(rawValue: 2)) }
    #expect(found == ["item 5 is sought from leaf 2, and is in leaf 1"])
  }

  @Test func anItemThatIsListedAndGoneIsFound() throws {
    let found = try violations { state in
      state.nextIdentifiers.item += 1
      state.places.set(603, to: LeafID(rawValue: 2))
    }
    #expect(found == ["item 603 is sought from leaf 2, and is in leaf 0"])
  }

  @Test func aPageThatIsListedElsewhereIsFound() throws {
    let location = LeafLocation(section: SectionID(rawValue: 2), order: 0)
    let found = try violations { $0.leafLocations.set(1, to: location) }
    #expect(found.first == "leaf 1 is listed elsewhere than in section 1")
    // Its items are no longer found.
    #expect(found.count == 47 && found.dropFirst().allSatisfy { $0.hasSuffix("is in leaf 1") })
  }

  @Test func aPageThatMiscountsIsFound() throws {
    let found = try violations { state in
      state.sections.update(at: 1) { section in
        section.leaves.update(at: 0) { $0.items = [ItemID(rawValue: 601)] }
      }
    }
    #expect(found.contains("item 602 is sought from leaf 14, and is in leaf 0"))
    #expect(found.contains("leaf 14 has 1 items, not 2"))
  }

  @Test func orderKeysThatDoNotAscendAreFound() throws {
    let found = try violations { state in state.sections.update(at: 1) { $0.order = -1 } }
    #expect(found.contains("the order of section 2 does not ascend"))
    #expect(found.contains("section 2 is listed with another order"))
  }

  @Test func aSectionThatIsListedAndGoneIsFound() throws {
    let found = try violations { state in
      state.nextIdentifiers.section += 1
      state.sectionOrders.set(3, to: 9)
    }
    #expect(found == ["3 sections are listed, 2 are there"])
  }

  @Test func anIdentityThatWasNeverGivenIsFound() throws {
    let found = try violations { $0.nextIdentifiers.section = 2 }
    #expect(found.contains("section 2 was never given"))
  }
}
