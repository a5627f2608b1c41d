internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Edits that are applied together. They become one revision if they change any state.
///
/// An edit that fails by itself does not affect the others. If storage fails one, all fail, because
/// they share a revision.
///
/// What depends on the types of models is done by index and in few places: the code is compiled once for all
/// types, and asks the runtime for them wherever it goes through the updates.
final class EditPlan<Model: Sendable, SectionModel: Sendable, Message: Sendable>: ModificationPlan {
  typealias Update = EditModification<Model, SectionModel, Message>

  private struct Progress {
    /// The result for each tree, once all are made.
    var made: [UpdatedTree] = []
    /// The trees with changed states, ascending by place.
    var changed: [UpdatedTree] = []
    /// Their states, in the same order.
    var states: [ChangedState] = []
    /// The trees whose new states are not committed, each with its reason.
    var conflicts: [TreeID: DataSourceError] = [:]
    var isMade = false
    /// The revision of the changed states; `nil` if there are none.
    var applied: ListChange?
    var batch: Update.DataSource.Batch?
  }

  private let updates: [Update]
  let modificationCount: Int
  private let annotation: ChangeAnnotation
  private let edited: EditedTrees
  private let source: ListState
  private let conditions: TreeConditions
  private let dataSource: Update.DataSource
  private let generator: ComponentGenerator<Model, SectionModel, Message>
  private let progress = Guarded(Progress())

  /// Finds the trees of updates, and what their work continues from.
  ///
  /// - Parameter source: The last published list.
  init(_ updates: [Update], on source: ListState, _ dataSource: Update.DataSource) {
    self.updates = updates
    modificationCount = updates.count
    annotation = updates[0].annotation
    self.source = source
    self.dataSource = dataSource
    generator = dataSource.components()
    var edits: [EditedTrees.Update] = []
    for index in 0..<modificationCount {
      let update = updates[index]
      edits.append((update.tree, update.edits))
    }
    edited = EditedTrees(edits, generator.trees, source)
    conditions = generator.trees.currentConditions
  }

  private var trees: ListTrees { generator.trees }

  var target: ListState { source }

  /// Nothing is made if storage could not read a tree.
  var waveCounts: [Int] { edited.storageFailure == nil ? [edited.works.count] : [] }

  func make(_ range: Range<Int>, ofWave wave: Int) {
    for work in edited.works[range] { work.run(trees, conditions) }
  }

  // MARK: Committing

  func addRevisions(to group: inout CommitGroup) throws(DataSourceError) {
    if let failure = edited.storageFailure { throw failure }
    progress.withLock { progress in
      if !progress.isMade {
        progress.isMade = true
        progress.made = edited.works.map(\.updated)
        progress.changed = progress.made.filter { !$0.changes.isEmpty }.sortedByPlace()
      }
      progress.applied = progress.changed.isEmpty ? nil : group.target.changingNothing
      guard let applied = progress.applied else { return }
      progress.states = progress.changed.states
      group.append(StoredChange(updating: progress.states, applied, annotation), of: applied)
    }
  }

  /// Moves trees with new states on top of commits of other writers.
  ///
  /// An update runs only once. Its tree is still valid if no commit touched it. Otherwise the
  /// update was made from a state or model that is gone, and fails.
  ///
  /// - Throws: If the places of the trees cannot be read.
  func rebase(
    onto followed: Followed, _ state: ListState
  ) throws(StorageError) -> RebaseResult {
    var kept: [UpdatedTree] = []
    var conflicts: [TreeID: DataSourceError] = [:]
    for var tree in progress.withLock({ $0.changed }) {
      if followed.touched.contains(tree.id) {
        conflicts[tree.id] = .conflict(followed.conflict)
        continue
      }
      guard let place = try state.place(of: tree.id) else {
        conflicts[tree.id] = TreeReference(tree.id).absence
        continue
      }
      tree.place = place
      kept.append(tree)
    }
    progress.withLock { [kept] progress in
      progress.changed = kept.sortedByPlace()
      progress.conflicts.merge(conflicts) { first, _ in first }
    }
    return .rebased(keptCount: kept.count, conflictCount: conflicts.count)
  }

  func publish() {
    let progress = progress.withLock { $0 }
    if let applied = progress.applied {
      let batch = publish(progress.changed, progress.states, applied)
      self.progress.withLock { $0.batch = batch }
    }
    trees.keep(progress.made.filter { $0.changes.isEmpty && $0.built.tree != nil })
    let sent = edited.sentMessages(without: progress.conflicts)
    if !sent.isEmpty { generator.messages.send(sent.map(Self.message)) }
  }

  private func publish(
    _ changed: [UpdatedTree], _ states: [ChangedState], _ applied: ListChange
  ) -> Update.DataSource.Batch {
    let shown = changed.filter { tree in trees.cache.withLock { $0.mayKeep(tree.id) } }
    let batch = dataSource.reader.publishable(
      dataSource.reader.changingNothing(applied, annotation), states: states,
      outputs: shown.generated(), sizes: changed.sizes,
      notes: BatchNotes(omittedOutputCount: changed.count - shown.count))
    return dataSource.publish(batch, nil) { trees.publish(changed) }
  }

  private static func message(_ sent: EditedTrees.SentMessage) -> TreeMessage<Message> {
    guard let message = sent.message as? Message else {
      preconditionFailure("the components of a list send messages of one type")
    }
    return TreeMessage(tree: sent.tree, message: message)
  }

  // MARK: Outcomes

  func succeed() { resolve(nil) }

  func fail(_ error: DataSourceError) { resolve(error) }

  /// Gives each update its outcome.
  ///
  /// - Parameter failure: Why they could not be committed, `nil` if they could. An update that could
  ///   not be applied fails with its own error in any case.
  private func resolve(_ failure: DataSourceError?) {
    let progress = progress.withLock { $0 }
    for (index, share) in edited.shares.enumerated() {
      let update = updates[index]
      do throws(DataSourceError) {
        let share = try share.get()
        if !progress.isMade, let failure { throw failure }
        let (work, tree) = (edited.works[share.work], progress.made[share.work])
        guard let outcomes = work.outcomes?[share.edits] else { throw update.tree.absence }
        for case .failure(let error) in outcomes { throw .edit(error) }
        if let conflict = progress.conflicts[tree.id] { throw conflict }
        if let failure { throw failure }
        update.succeed(
          tree.changes.isEmpty ? nil : progress.batch,
          messageCount: outcomes.count { (try? $0.get()) != nil })
      } catch {
        update.fail(error)
      }
    }
  }
}
