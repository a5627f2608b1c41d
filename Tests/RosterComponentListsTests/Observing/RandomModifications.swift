@testable import RosterComponentLists
import RosterComponents
import RosterConcurrency
import RosterCore
import RosterListSupport
import RosterTestKit
import RosterTestSupport

@testable import RosterEngine

/// Makes modifications of all kinds in bursts that wait for each other, and records what their
/// callers were told.
struct RandomModifications {
  private typealias Fate = @Sendable () async -> String

  private let list: RowList
  private let storage: GatedStorage
  private let other: RowList?
  private var random: SplitMix64
  /// What each caller was told, in the order of the modifications.
  private var made: [Fate] = []
  /// The numbers of modifications that may supersede others.
  private let numbers = Guarded<[ObjectIdentifier: Int]>([:])

  init(seed: UInt64, _ list: RowList, _ storage: GatedStorage, other: RowList?) {
    random = SplitMix64(seed: seed)
    self.list = list
    self.storage = storage
    self.other = other
  }

  /// What all callers were told.
  var fates: [String] {
    get async {
      var fates: [String] = []
      for fate in made { fates.append(await fate()) }
      return fates
    }
  }

  /// Makes some modifications while one is being committed, and waits for all.
  mutating func runBurst() async throws {
    let first = made.count
    let isStopped = random.happens(percent: 80)
    let gate = isStopped ? storage.stop(.commit) : nil
    if let gate {
      makeChange(.emptySection)
      await arrival(at: gate, orEndOf: made[first])
    }
    if !isStopped {
      // A precomputed change is accepted only if nothing is pending.
      planFaults()
      makePrecomputed()
    }
    for _ in 0..<random.index(below: 14) { makeAny() }
    if isStopped { planFaults() }
    if let other, random.happens(percent: 60) {
      _ = try? await other.apply(.emptySection)
    }
    gate?.open()
    for fate in made[first...] { _ = await fate() }
    storage.faults.heal()
    // A list that stays suspended refuses the whole next burst.
    if random.happens(percent: 90) { list.resumeIfSuspended() }
    if random.happens(percent: 50) { makeSynchronously() }
  }

  /// Waits until a commit stands at a gate. It does not come there if its modification was refused, or
  /// if storage differs from what the list expects: the modification has its outcome then.
  private func arrival(at gate: Gate, orEndOf fate: @escaping Fate) async {
    let (stream, end) = AsyncStream<Never>.makeStream()
    let arriving = Task {
      await gate.arrival()
      end.finish()
    }
    Task {
      _ = await fate()
      end.finish()
    }
    for await _ in stream {}
    arriving.cancel()
  }

  private mutating func planFaults() {
    guard random.happens(percent: 50) else { return }
    let moment = random.happens(percent: 70) ? GatedStorage.Moment.before : .after
    storage.faults.fail(.commit, moment, skipping: random.index(below: 3), count: 1)
    if random.happens(percent: 40) {
      storage.faults.fail(.commit, skipping: random.index(below: 4), count: 2)
    }
    if random.happens(percent: 20) { storage.faults.fail(.states, skipping: 1) }
    if random.happens(percent: 40) {
      storage.faults.fail(.itemModels, skipping: random.index(below: 4))
    }
    if random.happens(percent: 10) { storage.faults.fail(.journal) }
  }

  // MARK: Modifications

  private mutating func make(
    _ body: (RowList) throws -> Fate
  ) {
    do {
      made.append(try body(list))
    } catch let error as DataSourceError {
      let word = "refused: \(error.word)"
      made.append { word }
    } catch {
      preconditionFailure("a list throws its own errors: \(error)")
    }
  }

  private mutating func makeChange(_ changeset: TextChange, states: [StateAssignment] = []) {
    make { list in Self.fate(of: try list.enqueue(changeset, states: states)) }
  }

  private var anItem: TreeReference {
    mutating get {
      random.happens(percent: 60)
        ? .id(1 + random.index(below: 12)) : .item(random.index(below: 5))
    }
  }

  private var aChangeset: TextChange {
    mutating get {
      switch random.index(below: 5) {
      case 0: .section("abc")
      case 1: .update(random.index(below: 4), "x")
      case 2: .remove(random.index(below: 4))
      case 3: .move(random.index(below: 3), to: 0)
      default: .insert("n", at: random.index(below: 4))
      }
    }
  }

  private mutating func makeAny() {
    switch random.index(below: 14) {
    case 0, 1: makeChange(aChangeset)
    case 2: makeSnapshot()
    case 3:
      let state = StateAssignment(tree: anItem, scope: .row, state: .row(isOpen: true))
      makeChange(TextChange(), states: [state])
    case 4: makePrecomputed()
    case 5, 6:
      let item = anItem
      make { list in Self.fate(of: try list.add(1, to: "a", in: item)) }
    case 7:
      let item = anItem
      make { list in Self.fate(of: try list.enqueue(.actions([.toggle], in: item))) }
    case 8: makeReload()
    case 9: makeConfiguration()
    case 10: make { list in Self.fate(of: try list.enqueue(.undo())) }
    case 11: make { list in Self.fate(of: try list.enqueue(.redo())) }
    case 12: makeDraft()
    default:
      let changeset = aChangeset
      let base = list.snapshot.revision
      make { list in Self.fate(of: try list.enqueue(.changeset(changeset, basedOn: base))) }
    }
  }

  private mutating func makeSnapshot() {
    let contents = TextContents(random.happens(percent: 80) ? "abc|de" : "aa")
    make { list in Self.fate(of: try list.enqueue(.contents(contents, by: .byLetter))) }
  }

  private mutating func makePrecomputed() {
    guard let change = try? list.precompute(aChangeset) else { return }
    make { list in Self.fate(of: try list.enqueue(.precomputed(change))) }
  }

  private mutating func makeDraft() {
    let item = ItemID(rawValue: 1 + random.index(below: 12))
    make { list in
      Self.fate(
        of: try list.enqueueChange { _, change in
          try change.append("d")
          try change.update(item) { $0 += "u" }
        })
    }
  }

  private mutating func makeReload() {
    let target: ReloadTarget
    switch random.index(below: 3) {
    case 0: target = .all
    case 1: target = .section(random.index(below: 3))
    default: target = .trees([anItem])
    }
    let (number, numbers) = (made.count + 1, numbers)
    make { list in Self.fate(of: try list.enqueue(.reload(target)), number, numbers) }
  }

  private mutating func makeConfiguration() {
    var environment = ComponentEnvironment()
    environment[Colour.self] = random.happens(percent: 50) ? "red" : "blue"
    let change: ConfigurationChange<String, String, RowMessage> =
      switch random.index(below: 3) {
      case 0: .environment(environment)
      case 1: .layout(.width(random.index(below: 3)))
      default: .components { text, _ in Row(text: text) }
      }
    let (number, numbers) = (made.count + 1, numbers)
    make { list in Self.fate(of: try list.enqueue(.configuration(change)), number, numbers) }
  }

  private mutating func makeSynchronously() {
    let changeset = aChangeset
    let item = anItem
    switch random.index(below: 4) {
    case 0:
      makeNow { list in Self.word(try list.applySynchronously(changeset).changes.targetRevision) }
    case 1:
      makeNow { list in
        Self.word(try list.applySynchronously(.reload()).batch?.changes.targetRevision)
      }
    case 2:
      makeNow { list in
        let batch = try list.applySynchronously(.actions([.toggle], in: item)).batch
        return Self.word(batch?.changes.targetRevision)
      }
    default:
      makeNow { list in
        Self.word(try list.applySynchronously(.undo()).last?.changes.targetRevision)
      }
    }
  }

  /// Only a listener knows whether a synchronous call was refused or has failed.
  private mutating func makeNow(_ body: (RowList) throws -> String) {
    do {
      let word = try body(list)
      made.append { word }
    } catch let error as DataSourceError {
      let word = error.word
      made.append { "not done: \(word)" }
    } catch {
      preconditionFailure("a list throws its own errors: \(error)")
    }
  }

  // MARK: Fates

  private static func word(_ revision: Revision?) -> String {
    "applied\(revision.map { " at \($0)" } ?? "")"
  }

  private static func fate<Value>(
    of pending: Pending<Value>, _ word: @escaping @Sendable (Value) -> String
  ) -> Fate {
    {
      do {
        return word(try await pending.value)
      } catch let error as DataSourceError {
        return "failed: \(error.word)"
      } catch {
        return "\(error)"
      }
    }
  }

  private static func fate(of pending: Pending<RowList.Batch>) -> Fate {
    fate(of: pending) { word($0.changes.targetRevision) }
  }

  private static func fate(of pending: Pending<[RowList.Batch]>) -> Fate {
    fate(of: pending) { word($0.last?.changes.targetRevision) }
  }

  private static func fate(of pending: Pending<RowOutcome>) -> Fate {
    fate(of: pending) { word($0.batch?.changes.targetRevision) }
  }

  private static func fate(
    of pending: Pending<RefreshOutcome<RowList.Batch>>, _ number: Int,
    _ numbers: Guarded<[ObjectIdentifier: Int]>
  ) -> Fate {
    numbers.withLock { $0[ObjectIdentifier(pending)] = number }
    return fate(of: pending) { outcome in
      switch outcome {
      case .applied(let batch): return word(batch?.changes.targetRevision)
      case .superseded(let later):
        let number = numbers.withLock { $0[ObjectIdentifier(later)] ?? 0 }
        return "superseded by \(number)"
      }
    }
  }
}
