import Foundation
import RosterComponents
import RosterCore
import Testing

@Suite("ViewAddress")
struct ViewAddressTests {
  private let views = [ViewTree(spec: ViewSpec("spacer")), ViewTreeTests.feed]

  @Test func anAddressIsTheWayToAView() {
    #expect(views.view(at: [0])?.spec.className == "spacer")
    #expect(views.view(at: [1])?.spec.className == "row")
    #expect(views.view(at: [1, 1])?.spec.className == "button")
  }

  @Test(arguments: [[], [2], [-1], [0, 0], [1, 2], [1, 0, 0], [1, -1], [1, 1, Int.max]])
  func noAddressLeadsAstray(indices: [Int]) {
    #expect(views.view(at: ViewAddress(indices)) == nil)
    #expect(views.actions(at: ViewAddress(indices), for: .tap) == nil)
  }

  @Test func anEventFindsItsActionsInOrder() {
    let actions = views.actions(at: [1, 1], for: .tap)
    #expect(actions?.map(\.name) == ["like", "count"])
  }

  @Test func aViewWithoutTheEventPerformsNothing() {
    #expect(views.actions(at: [1, 1], for: .pan) == [])
    #expect(views.actions(at: [1], for: .tap) == [])
  }

  @Test func theViewsOfAScopeAreItsOutermost() {
    #expect(views.addresses(of: ViewTreeTests.row) == [[1]])
    #expect(views.addresses(of: ViewTreeTests.like) == [[1, 1]])
    #expect(views.addresses(of: .root) == [[0], [1]])
    #expect(views.addresses(of: ScopePath([ScopeKey(typeName: "Other")])) == [])
  }

  @Test func anAddressIsWrittenAsItsIndices() throws {
    let data = try JSONEncoder().encode(ViewAddress([1, 0]))
    #expect(String(decoding: data, as: UTF8.self) == "[1,0]")
    #expect(try JSONDecoder().decode(ViewAddress.self, from: data) == [1, 0])
  }
}
