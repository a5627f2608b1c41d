internal import RosterCore
internal import RosterTestKit
internal import RosterTestSupport

/// Tells models of views of UIKit and AppKit, in their strict mode, of random histories, batch by batch and of several as one,
/// and compares what they show with the list.
package struct ViewAttack: Sendable {
  /// A fault in what views are told, by which a test sees that faults are found.
  package enum Fault: Sendable {
    /// The last call of an update is left out.
    case lastCallMissing
    /// The calls come in the opposite order, which has a meaning for some views.
    case callsReversed
  }

  /// A kind of view.
  package enum Kind: String, CaseIterable, Sendable {
    case collection, table, outline
  }

  /// How far a history was told, and what is wrong.
  package struct Outcome: Sendable {
    /// How many batches each view was told, alone or with others.
    package var batchCount = 0
    /// What is wrong; `nil` if nothing is.
    package var finding: String?
  }

  private let stepCount: Int
  private let fault: Fault?

  /// - Parameters:
  ///   - stepCount: The number of batches of each history.
  ///   - fault: A fault in what views are told; `nil` for none.
  package init(stepCount: Int = 150, fault: Fault? = nil) {
    (self.stepCount, self.fault) = (stepCount, fault)
  }

  /// Tells views of the history of a seed, until something is found.
  package func outcome(seed: UInt64, _ kinds: [Kind] = Kind.allCases) -> Outcome {
    var history = ViewHistory(seed: seed)
    let screens = kinds.map { kind -> any ToldView in
      switch kind {
      case .collection: ToldCollection(fault)
      case .table: ToldTable(fault)
      case .outline: ToldOutline(fault)
      }
    }
    var outcome = Outcome()
    do {
      while outcome.batchCount < stepCount {
        let told = try history.next(countMax: stepCount - outcome.batchCount)
        outcome.batchCount += told.count
        for screen in screens {
          screen.show(told.batch, history.contents)
          guard let finding = screen.finding(history.contents) else { continue }
          outcome.finding =
            "seed \(seed), batch \(outcome.batchCount), \(screen.kind.rawValue): \(finding)\n\(told.batch.changeset)"
          return outcome
        }
      }
    } catch {
      outcome.finding = "seed \(seed), batch \(outcome.batchCount): \(error)"
    }
    return outcome
  }
}

/// The rows of a list, beside its state.
struct ViewContents {
  var state = ListState()
  var list = NaiveList<String, String>()
}

/// A random history, of which some batches come as one.
private struct ViewHistory {
  private(set) var contents = ViewContents()
  private var changes: RandomChangesets
  private var number = 0

  init(seed: UInt64) { changes = RandomChangesets(seed: seed) }

  /// Makes the next batches.
  ///
  /// - Parameter countMax: The maximum number of batches.
  /// - Returns: The batches as one, and their number.
  mutating func next(
    countMax: Int
  ) throws -> (batch: ChangeBatch<String, String>, count: Int) {
    let source = contents.state
    var changesets: [Changeset<String, String>] = []
    repeat {
      number += 1
      let changeset = changes.valid(for: contents.list.counts).changeset(models: "\(number) ")
      contents.state = try contents.state.applying(changeset).target
      contents.list = try contents.list.applying(changeset)
      changesets.append(changeset)
    } while changesets.count < countMax && changes.random.happens(percent: 30)
    let whole = Changeset.composing(changesets)
    let batch = ChangeBatch(
      source: source, target: contents.state, verified: try whole.verified(against: source))
    return (batch, changesets.count)
  }
}

/// A model of a view that is told of batches.
protocol ToldView: AnyObject {
  var kind: ViewAttack.Kind { get }

  /// Tells it of a batch.
  func show(_ batch: ChangeBatch<String, String>, _ contents: ViewContents)

  /// What is wrong; `nil` if nothing is.
  func finding(_ contents: ViewContents) -> String?
}

extension ViewAttack.Fault? {
  /// Carries out calls, with the fault if there is one.
  func carryOut(_ calls: [() -> Void]) {
    switch self {
    case nil: for call in calls { call() }
    case .lastCallMissing: for call in calls.dropLast() { call() }
    case .callsReversed: for call in calls.reversed() { call() }
    }
  }
}
