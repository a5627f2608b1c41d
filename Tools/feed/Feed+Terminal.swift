import Roster
import RosterComponentLists
import RosterComponents
import RosterFeed
import RosterTerminal

extension Feed {
  /// Opens the feed in a file; both are created if they do not exist, with posts to begin with.
  ///
  /// - Parameters:
  ///   - columns: How wide rows are; `nil` if whoever shows them lays them out.
  ///   - look: How rows look.
  ///   - listeners: Who is told what becomes of modifications.
  init(
    path: String, columns: Int?, _ look: FeedLook, listeners: [any DataSourceListener] = []
  ) throws {
    var configuration = DataSourceConfiguration()
    configuration.listeners = listeners
    configuration.components.layout = columns.map { .columns(Double($0)) }
    try self.init(path: path, look, configuration: configuration)
  }

  /// The header, if the feed has one: those of older files do not.
  var header: Printout.Header? {
    get throws(StorageError) { try list.supplement(.header(of: .index(0))) }
  }

  // MARK: Changing

  func move(_ item: Int, to target: Int) async throws {
    try await list.apply(
      Changeset {
        $0.moveItem(
          from: ItemPath(section: 0, item: item), to: ItemPath(section: 0, item: target))
      })
  }

  /// Takes back the last change, but not the one that has made the feed.
  ///
  /// - Returns: What that has done.
  func undo() async throws -> [StepNotice.Batch] {
    let batches = try await list.apply(.undo())
    guard list.snapshot.state.sectionCount == 0 else { return batches }
    try await list.apply(.redo())
    throw DataSourceError.nothingToUndo
  }

  /// Lays out all rows for another width. Nothing is built, and nothing is stored.
  ///
  /// - Returns: Whether there is a batch with them; there is none if they are as wide already.
  func layOut(columns: Int) async throws -> Bool {
    try await list.apply(.configuration(.layout(.columns(Double(columns))))).batch != nil
  }
}
