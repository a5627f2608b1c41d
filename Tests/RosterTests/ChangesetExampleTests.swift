import Roster
import Testing

struct ChangesetExampleTests {
  @Test func partsPrintWhatTheArticleSays() {
    var printed: [String] = []
    func print(_ values: Any...) { printed.append(values.map { "\($0)" }.joined(separator: " ")) }
    // Changesets.md shows what is between the marks; a test compares the two.
    // begin example
    let changeset = Changeset<String, String> {
      $0.updateItem(at: ItemPath(section: 0, item: 2), "c2")
      $0.removeItem(at: ItemPath(section: 0, item: 1))
      $0.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 1))
      $0.insertItem("x", at: ItemPath(section: 0, item: 0))
      $0.updateSection(at: 1, "Archive")
    }
    for update in changeset.updatedItems { print(update.path, update.model) }  // [0, 2] c2
    for path in changeset.removedItems { print(path) }  // [0, 1]
    for move in changeset.movedItems { print(move.source, move.target) }  // [0, 0] [1, 1]
    for insertion in changeset.insertedItems { print(insertion.path, insertion.model) }  // [0, 0] x
    for (index, model) in changeset.updatedSections { print(index, model ?? "") }  // 1 Archive
    // end example
    #expect(printed == ["[0, 2] c2", "[0, 1]", "[0, 0] [1, 1]", "[0, 0] x", "1 Archive"])
  }
}
