internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Updates grouped by their trees, with what the work on each tree continues from.
struct EditedTrees: Sendable {
  typealias Update = (tree: TreeReference, edits: [TreeEdit])

  /// The edits of an update within the work on its tree.
  struct Share: Sendable {
    var work: Int
    var edits: Range<Int>
  }

  /// The work, tree by tree.
  private(set) var works: [TreeWork] = []
  /// For each update its share, or why it cannot be applied.
  private(set) var shares: [Result<Share, DataSourceError>] = []

  /// - Parameter source: The last published list.
  init(_ updates: [Update], _ trees: ListTrees, _ source: ListState) {
    if updates.count == 1 {
      self = Self(of: updates[0], trees, source)
      return
    }
    var edited: [(tree: PlacedTree, edits: [TreeEdit])] = []
    var indexes: [TreeID: Int] = [:]
    for update in updates {
      do throws(DataSourceError) {
        let tree = try update.tree.resolved(in: source)
        let index = indexes[tree.id, default: edited.count]
        if index == edited.count {
          indexes[tree.id] = index
          edited.append((tree, []))
        }
        let start = edited[index].edits.count
        edited[index].edits += update.edits
        shares.append(.success(Share(work: index, edits: start..<edited[index].edits.count)))
      } catch {
        shares.append(.failure(error))
      }
    }
    let starts = Self.starts(for: edited.map(\.tree), trees, source.revision)
    let indexesOfWorks = add(edited, starts)
    shares = shares.map { share in
      share.flatMap { share in
        indexesOfWorks[share.work].map { Share(work: $0, edits: share.edits) }
      }
    }
  }

  /// Why storage could not read a tree, `nil` if it has not failed. Trees whose own edits fail do not
  /// count.
  var storageFailure: DataSourceError? {
    for case .failure(let error) in shares where error.storageFailure != nil { return error }
    return nil
  }

  /// A message that an edit has sent.
  typealias SentMessage = (tree: TreeID, message: any Sendable)

  /// Returns the messages that the edits have sent, in order, once the work is done.
  ///
  /// - Parameter conflicts: The trees whose new states are not committed; what was sent there does not count.
  func sentMessages(without conflicts: [TreeID: DataSourceError]) -> [SentMessage] {
    var sent: [SentMessage] = []
    for case .success(let share) in shares {
      let work = works[share.work]
      guard conflicts[work.id] == nil else { continue }
      for case .success(let message?) in work.outcomes?[share.edits] ?? [] {
        sent.append((work.id, message))
      }
    }
    return sent
  }

  /// Groups a single update, the usual case.
  private init(of update: Update, _ trees: ListTrees, _ source: ListState) {
    do throws(DataSourceError) {
      let tree = try update.tree.resolved(in: source)
      let start: TreeWork.Start
      if let built = trees.cache.withLock({ $0.item(tree.id) }) {
        start = .built(built)
      } else {
        do throws(StorageError) {
          start = .work(try trees.workOnDemand(for: tree, at: source.revision))
        } catch {
          throw .storage(error)
        }
      }
      works = [TreeWork(tree, from: start, .edits(update.edits), writing: .ifAny)]
      shares = [.success(Share(work: 0, edits: update.edits.indices))]
    } catch {
      shares = [.failure(error)]
    }
  }

  /// Adds the work on the trees that can be read.
  ///
  /// - Returns: For each tree the index of its work, or why it cannot be read.
  private mutating func add(
    _ edited: [(tree: PlacedTree, edits: [TreeEdit])],
    _ starts: [Result<TreeWork.Start, StorageError>]
  ) -> [Result<Int, DataSourceError>] {
    zip(edited, starts).map { edited, start in
      switch start {
      case .failure(let error): return .failure(.storage(error))
      case .success(let start):
        works.append(TreeWork(edited.tree, from: start, .edits(edited.edits), writing: .ifAny))
        return .success(works.count - 1)
      }
    }
  }

  /// Returns for each tree what the updates continue from: the cached tree, or a build from model
  /// and states. A tree that cannot be read does not affect the others.
  private static func starts(
    for placed: [PlacedTree], _ trees: ListTrees, _ revision: Revision
  ) -> [Result<TreeWork.Start, StorageError>] {
    var starts: [Result<TreeWork.Start, StorageError>?] = trees.cache.withLock { cache in
      placed.map { tree in cache.item(tree.id).map { .success(.built($0)) } }
    }
    let unread = starts.indices.filter { starts[$0] == nil }
    if unread.isEmpty { return starts.compactMap { $0 } }
    let works = trees.worksOnDemandOneByOne(
      for: PlacedTrees(revision: revision, trees: unread.map { placed[$0] }))
    for (index, work) in zip(unread, works) { starts[index] = work.map { .work($0) } }
    return starts.compactMap { $0 }
  }
}
