internal import RosterCore

/// What the connection that writes has left in the last rows of journals, as long as nothing else was written since.
///
/// A commit begins with what the row before its own says. If this connection has written that row, and every row that it
/// has changed since belonged to commits of lists, and no other connection has committed, then the row is as it was
/// written, and need not be read again:
///
///     commit to revision 7 of list 1     reads the row of revision 6; 12 rows were changed by then
///     commit to revision 8 of list 1     12 rows still, and no other has committed: nothing is read
///     an UPDATE by any other code        13 rows
///     commit to revision 9 of list 1     reads the row of revision 8
///
/// A trigger of a table of lists may alter the row within the commit that writes it. Where there is one, each commit reads.
///
/// Only the thread to which the connection that writes is lent uses it.
struct WrittenHeads {
  /// What is known of a list.
  struct Known {
    /// The last row of its journal.
    var head: ListHead
    /// Whether the list is known to have items without keys.
    var lacksKeys: Bool
  }

  /// Tells two states of the file apart.
  struct Mark: Equatable {
    /// The number of rows that the connection has ever changed, also by what was rolled back.
    var changeCount: Int
    /// What changes when another connection commits.
    var dataVersion: Int
  }

  /// How many lists are known at most, of the many that a file may have.
  static let listCountMax = 1000

  /// By the number of the list.
  private var known: [Int: Known] = [:]
  /// The state of the file that `known` is true of; `nil` while a transaction is open, and after one that was not
  /// committed or has written anything else.
  private var mark: Mark?
  /// Whether a transaction is open that `begin(at:)` was called for with a mark. Those of an application have none: it
  /// may write the same tables, and take back a part of what it has written.
  private var isOpen = false
  private var writesListsOnly = false

  /// Begins a transaction, when the file is as `mark` says; with `nil`, it reads every row, and leaves nothing known.
  mutating func begin(at mark: Mark?) {
    if mark == nil || mark != self.mark { known.removeAll() }
    self.mark = nil
    isOpen = mark != nil
    writesListsOnly = false
  }

  /// Notes that everything that the transaction writes belongs to commits of lists.
  mutating func beginCommits() { writesListsOnly = true }

  /// Ends the transaction, which is committed: the file is now as `mark` says.
  mutating func commit(at mark: Mark?) {
    if writesListsOnly { self.mark = mark }
    isOpen = false
  }

  /// Ends the transaction, if one is open, which is not committed, or may not be.
  mutating func rollBack() {
    if isOpen { known.removeAll() }
    isOpen = false
  }

  /// Returns what is known of a list; `nil` if its rows must be read.
  func known(ofList list: Int) -> Known? { isOpen ? known[list] : nil }

  /// Notes what the transaction leaves of a list.
  mutating func write(_ written: Known, ofList list: Int) {
    guard isOpen else { return }
    if known.count >= Self.listCountMax, known[list] == nil { known.removeAll() }
    known[list] = written
  }
}
