internal import RosterCore
internal import RosterRows

/// A rule for the rows of a list. In a message, the numbers of the rows that break it follow.
enum CheckRule: String, CaseIterable {
  case leafText = "the items of a leaf page are unreadable"
  case leafCount = "the count of a leaf page is not the number of its items"
  case itemTwice = "an item is in leaf pages more than once"
  case itemWithoutRow = "an item is in a leaf page, but has no row"
  case itemInOtherLeaf = "the row of an item names another leaf page than the one it is in"
  case itemLeafAhead =
    "the row of an item names a leaf page with a number that was not yet given"
  case itemInNoLeaf = "an item has a row, but is in no leaf page"
  case itemAhead = "an item has a number that was not yet given"
  case sectionAhead = "a section has a number that was not yet given"
  case leafAhead = "a leaf page has a number that was not yet given"
  case itemVersion = "the version of an item is a revision that is not there yet"
  case sectionVersion = "the version of a section is a revision that is not there yet"
  case itemModelTwice = "an item has two models at one revision"
  case sectionModelTwice = "a section has two models at one revision"
  case itemModelType = "the model of an item is not one that the list can have"
  case sectionModelType = "the model of a section is not one that the list can have"
  case itemKeyType = "the key of an item is neither a text nor an integer"
  case itemKeyTwice = "two items have the same key, one of them"
  case itemKeyMissing = "an item has no key, and the list has keys"
  case itemKeyUnknown = "an item has a key, and the list has none"
  case stateVersion = "the version of a state is a revision that is not there yet, at item"
  case stateScope = "the scope of a state is not the path of one, at item"
  case stateWithoutItem = "a state is of an item that is not there"
  case itemHistory = "a before-image of an item has impossible revisions"
  case sectionHistory = "a before-image of a section has impossible revisions"
  case stateHistory = "a before-image of a state has impossible revisions, at item"
  case stateTwice = "a state has two values at one revision, at item"
  case stateEnd = "a before-image of a state ends at a revision that did not end it, at item"
  case supplementStateVersion =
    "the version of a state of a header or footer is a revision that is not there yet, at section"
  case supplementStateScope =
    "the scope of a state of a header or footer is not the path of one, at section"
  case stateWithoutSection = "a state is of a header or footer of a section that is not there"
  case supplementStateHistory =
    "a before-image of a state of a header or footer has impossible revisions, at section"
  case supplementStateTwice =
    "a state of a header or footer has two values at one revision, at section"
  case supplementStateEnd =
    "a before-image of a state of a header or footer ends at a revision that did not end it, at section"
  case stateNotForgotten = "a state goes on that was forgotten by revision"
  case stateUnwritten = "a state is of a revision that did not write it"
  case itemTally = "the models of items are not those that were written or ended by revision"
  case sectionTally = "the models of sections are not those that were written or ended by revision"
  case otherList = "a row refers to another list than its number says"
  case journalGap = "the journal has a gap before revision"
  case journalNumbers = "the journal gives numbers again from revision"
  case journalDamaged = "the journal is unreadable at revision"
  case journalBegin = "the journal does not begin with revision"
  case steps = "what undo and redo take back does not follow from the journal at revision"
  case modelGone = "a model is gone that was written by revision"
  case base =
    "a model or a state was altered that was written before the journal begins, up to revision"
  case order = "the order of items and sections is not the one that was left by revision"
  case seal = "the row of the list was altered: its name, or where its journal begins; list"
  case subscribers = "a subscriber was altered, or one is gone; list"
  case device =
    "what the list knows of its hub is not what was written by revision"
  case hub =
    "what the hub of the list has settled is not what was written by revision"
  case altered = "the journal, a model or a state was altered that was written by revision"

  /// What a broken rule casts doubt on.
  enum Reach {
    /// What the named revision wrote; see ``HistoryDamage``.
    case revision
    /// The row of the list, and no revision.
    case seal
    /// Everything.
    case list
  }

  var reach: Reach {
    switch self {
    case .journalGap, .journalNumbers, .journalDamaged, .steps, .modelGone, .altered, .itemTally,
      .sectionTally, .stateNotForgotten, .stateUnwritten, .base:
      .revision
    case .seal, .subscribers, .journalBegin, .device, .hub: .seal
    default: .list
    }
  }
}

/// The broken rules that a check has found, each with the first rows that break it.
struct BrokenRules {
  private var offenders: [CheckRule: [Int]] = [:]
  /// The revisions that wrote what may have been altered.
  private(set) var damagedRevisions: [ClosedRange<Revision>] = []
  /// The last revision at which a before-image does not end as it should; 0 if there is none.
  private(set) var end: Revision = 0

  mutating func note(_ rule: CheckRule, _ number: Int) {
    name(rule, number)
    if rule.reach == .revision { damagedRevisions.append(number...number) }
  }

  private mutating func name(_ rule: CheckRule, _ number: Int) {
    if offenders[rule, default: []].count < 5 { offenders[rule, default: []].append(number) }
  }

  /// Notes that before-images do not end at a revision as they should, so that no earlier one is
  /// whole. This casts no doubt on what the revision itself wrote.
  mutating func noteEnd(_ rule: CheckRule, _ revision: Revision) {
    name(rule, revision)
    end = max(end, revision)
  }

  /// Casts doubt on what some revisions wrote, beside those that a broken rule names.
  mutating func doubt(_ revisions: ClosedRange<Revision>) { damagedRevisions.append(revisions) }

  func contains(_ rule: CheckRule) -> Bool { offenders[rule] != nil }

  /// Whether all that is broken is the history or the row of the list, so that what no damaged
  /// revision wrote is as it was.
  var isOfHistory: Bool { offenders.keys.allSatisfy { $0.reach != .list } }

  /// One line for each rule.
  var messages: [String] {
    CheckRule.allCases.compactMap { rule in
      offenders[rule].map { "\(rule.rawValue): \($0.map(String.init).joined(separator: ", "))" }
    }
  }
}
