import Testing

@testable import RosterComponents

@Suite("Trees: entries of edited scopes")
struct EditedChildrenTests {
  @Test(arguments: [0, 1, 8, 9, 10, 100])
  func everyEntryIsFoundHoweverManyThereAre(count: Int) {
    var children = EditedChildren()
    for number in 0..<count { children.add(number + 1, of: number % 3, at: number) }
    for number in 0..<count {
      #expect(children.entry(of: number % 3, at: number) == number + 1)
      #expect(children.entry(of: number % 3 + 1, at: number) == nil)
    }
    #expect(children.entry(of: 0, at: count) == nil)
  }
}
