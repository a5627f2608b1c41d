internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// Tells a list that is shown from others, and from the same list that is shown otherwise, as by another template.
final class SourceIdentity: Sendable {}

/// A list as a feed sees it, whatever its models are.
protocol FeedSource: Sendable {
  /// What the rows of the page are.
  var look: PageLook { get }
  /// How the rows of models are shown; `nil` if the page decides.
  var template: RowTemplate? { get }
  /// What the members of models are; `nil` if they are no objects, or the list is empty.
  var fields: RowFields? { get throws(StorageError) }
  /// Whether the page can search.
  var canSearch: Bool { get }
  /// The list as it was last published.
  var present: FeedPresent { get }

  /// Subscribes to the batches that follow a revision. None is missed from now on, also those that make no
  /// revision, as one of another environment.
  ///
  /// - Returns: What passes the batches on, until the list is closed or the task is cancelled.
  /// - Throws: `StorageError` if the list cannot be followed from there.
  func follow(after revision: Revision) throws(StorageError) -> FeedFollowing

  /// Returns the places of the list at an earlier revision.
  func state(at revision: Revision) throws(StorageError) -> ListState

  // MARK: The past

  /// Which list this is as it is shown here; the same at earlier revisions.
  var identity: SourceIdentity { get }
  /// The oldest revision that is kept.
  var oldestRevision: Revision { get throws(StorageError) }
  /// The earlier revision that is shown, which nothing changes; `nil` at present.
  var shownRevision: RevisionNote? { get }

  /// Goes back to a revision of the list; returns `nil` if that was broken off.
  ///
  /// - Parameters:
  ///   - known: A source of the same list that may be nearer to it than the present is.
  ///   - goesOn: As for ``PastRevision/init(of:at:near:while:)``.
  /// - Throws: `StorageError`; `compacted` if the revision is kept no longer, `stale` if there is none.
  func past(
    at revision: Revision, near known: (any FeedSource)?, while goesOn: (Double) -> Bool
  ) throws(StorageError) -> (any FeedSource)?

  // MARK: Rows

  /// Returns the whole model of a row at present; `nil` if it does not exist, or is not shown.
  func model(of tree: TreeID) throws(StorageError) -> JSONValue?

  /// Returns what people read in some rows, in order, as lines.
  func text(of rows: [PlacedRow]) throws(StorageError) -> [String]

  /// Returns the models of those of some rows that are items, in order, without those that are gone or cannot be
  /// read; `nil` if models are not shown.
  func models(of rows: [PlacedRow]) throws(StorageError) -> [JSONValue]?

  /// Returns the next item that matches, as of the present.
  func find(
    _ search: ListSearch, from start: ItemID?, _ direction: ListSearch.Direction,
    progress: @Sendable (Double) -> Void
  ) async throws -> ItemID?

  /// Counts the items that match, as of the present, and tells which of them one is.
  func count(
    _ search: ListSearch, of item: ItemID?, progress: @Sendable (Double) -> Void
  ) async throws -> MatchCount

  // MARK: Changes, which are asked for at present only

  /// Returns what ``step(_:takingBack:)`` would take back; `nil` if there is nothing.
  func foresee(_ direction: HistoryDirection) throws -> ForeseenStep?

  /// Takes back the last change, or the last undo.
  ///
  /// - Parameter foreseen: The revisions that it may take back; `nil` for whatever is next.
  /// - Throws: `DataSourceError`; `notCurrent` if others are next by then.
  func step(
    _ direction: HistoryDirection, takingBack foreseen: [Revision]?
  ) async throws -> StepSummary

  /// Performs the actions of an event of a view.
  func perform(_ event: PageEvent) async throws -> PageEventOutcome
}

/// Who makes the changes that pages ask for.
let pageOrigin = "page"

/// Passes on the batches of a subscription. It throws if the list can be followed no further.
///
/// Not the closure alone: as a parameter of a type, one with typed errors needs macOS 15 or iOS 18.
struct FeedFollowing: Sendable {
  let run: @Sendable (_ take: @Sendable (FeedBatch) -> Void) async throws(StorageError) -> Void
}

/// The list at the revision that a feed has reached.
struct FeedPresent: Sendable {
  var state: ListState
  /// Counts the batches of the feed.
  var version = 0
  /// Why the list does not show what it is made of; `nil` if it does.
  var fault: String?
  /// Reads the contents of rows of this revision. Those of components may be newer, if their batch is on
  /// its way.
  let contents: @Sendable ([PlacedRow]) throws(StorageError) -> [RowContent]
  /// Returns how wide a column of a section is at least, by its index; `nil` if its items stand one below
  /// the other.
  var columnWidth: @Sendable (Int) throws(StorageError) -> Double? = { _ in nil }
}

/// What sessions need to know of a batch.
struct FeedBatch: Sendable {
  /// What the contents of the present no longer are.
  enum Outdated: Sendable {
    case some([TreeID])
    case all
  }

  let source: ListState
  var present: FeedPresent
  /// The rows with other contents, and those that have come.
  let outdated: Outdated
  /// Who made the change; `nil` if that is not said, or it is made of several ones.
  var origin: String?
  /// Where the new items are, ascending.
  let insertedItems: [ItemPath]
  /// Returns whether what stood at a place of the source was moved, alone or with its section.
  let isMoved: @Sendable (TreePlace) -> Bool
  /// Returns where an item was and is.
  let anchor: @Sendable (ItemID) throws(StorageError) -> ItemAnchor?

  var target: ListState { present.state }
}

/// What the rows of a page are.
enum PageLook: String, Sendable {
  /// JSON models, which the page shows as it sees fit.
  case models
  /// Descriptions of views, which components have made.
  case views
}

/// An event of a view in a page.
struct PageEvent: Hashable, Sendable {
  let row: TreeID
  let view: [Int]
  /// The class of the view that the reader saw at this address; `nil` if the page does not say it.
  let className: String?
  /// The text of the scope of the view that the reader saw; `nil` if the page does not say it.
  let scope: String?
  let name: String
  let values: [JSONValue]
}

/// What became of an event of a page.
enum PageEventOutcome: Hashable, Sendable {
  case performed
  /// The row has no such view, or the view has no such event.
  case missing
  /// The row has changed: the view at the address is not the one that the reader saw.
  case otherView
}

extension ListBatch {
  /// What sessions need to know of this batch.
  ///
  /// - Parameters:
  ///   - present: What is shown after it.
  ///   - source: What was shown before it; by default all of the list.
  /// - Complexity: O(*k* log *n*) for *k* changes, unless they are so many that everything is outdated.
  func feedBatch(
    _ present: FeedPresent, from source: ListState? = nil
  ) throws(StorageError) -> FeedBatch {
    let changes = changes
    let outline = changes.changeset.outline
    return FeedBatch(
      source: source ?? changes.source, present: present, outdated: try outdated, origin: origin,
      insertedItems: outline.insertedItems.filter { $0.section < present.state.sectionCount },
      isMoved: { changes.isMoved($0) }
    ) { item throws(StorageError) in
      try changes.anchor(of: item)
    }
  }

  private var origin: String? {
    // Of several revisions, the batch has the annotation of the last one. A derived list says where its change comes from.
    guard changes.targetRevision == changes.sourceRevision + 1,
      changes.annotation.derivedBases.isEmpty
    else { return nil }
    return changes.annotation.origin?.shortened(byteCountMax: 200)
  }

  private var outdated: FeedBatch.Outdated {
    get throws(StorageError) {
      let outline = changes.changeset.outline
      let count =
        outline.insertedItems.count + outline.updatedItems.count + outputs.count + states.count
        + outline.insertedSections.count + outline.updatedSections.count
      if count > FeedBatch.outdatedCountMax || !causes.isDisjoint(with: [.reload, .configuration]) {
        return .all
      }
      var trees = outputs.map(\.tree) + states.map(\.tree)
      for path in outline.insertedItems + changes.updatedPaths.map(\.target) {
        if let item = try changes.target.itemID(at: path) { trees.append(.item(item)) }
      }
      for section in outline.insertedSections {
        if let id = changes.target.sectionID(at: section) { trees += id.supplements }
      }
      for section in outline.updatedSections {
        if let id = changes.source.sectionID(at: section) { trees += id.supplements }
      }
      return .some(trees)
    }
  }
}

extension FeedBatch {
  /// With more changes than rows that may be kept, forgetting all is quicker.
  fileprivate static let outdatedCountMax = ListFeed.cachedRowCountMax
}

extension SectionID {
  /// The header and the footer.
  fileprivate var supplements: [TreeID] {
    SupplementKind.allCases.map { .supplement(SupplementID($0, of: self)) }
  }
}
