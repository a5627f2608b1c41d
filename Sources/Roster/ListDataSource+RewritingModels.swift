internal import RosterCore
public import RosterEngine
internal import RosterRows

extension ListDataSource {
  /// Writes models that earlier versions have written as this release writes them (`VersionedModel`), so that the code which
  /// reads these versions can go one day.
  ///
  ///     let (rewritten, remaining) = try await contacts.rewriteModels()
  ///
  /// It is no change: there is no revision, no batch, and nothing to undo, since the models mean what they meant. Models in
  /// the journal stay as they are, also those that an undo would bring back. They are counted in `remaining` until the
  /// journal is compacted. When a call returns that nothing remains, this version has written everything in the list.
  ///
  /// Call it in the background, when the list is open and shown. It writes some hundred models at a time, between which
  /// changes go on. If it is cancelled, or the process ends, what was rewritten is, and the next call goes on.
  ///
  /// Another process with an earlier release cannot read a model that was rewritten (`newerModel`).
  ///
  /// - Parameter chunkSize: How many models are read in one transaction.
  /// - Returns: How many models of items and sections were rewritten, and how many are not yet.
  /// - Throws: `StorageError`: `undecodable` if a model does not become one of this version, after all others were
  ///   rewritten, with the first one named; `busy`, `readOnly`, `full`, `replaced`; `failed` if the models are those of
  ///   another list or of a table, or a codec keeps them that writes no versions. `CancellationError`.
  /// - Complexity: O(*n* log *n*) for *n* items and sections, all of whose models are read.
  @discardableResult
  public func rewriteModels(
    chunkSize: Int = 500
  ) async throws -> (rewritten: Int, remaining: Int) {
    guard let storage = reader.storage as? any RewritableStorage else {
      throw StorageError(
        .failed, "the models of this list are those of another one, and are rewritten there")
    }
    let models = reader.models
    let written = models.writesVersions
    var counts = (rewritten: 0, remaining: 0)
    var failure: StorageError?
    for kind in RewrittenModels.Kind.allCases {
      let type: Any.Type = kind == .items ? Model.self : SectionModel.self
      guard let version = (type as? any VersionedModel.Type)?.modelVersion else { continue }
      guard kind == .items ? written.items : written.sections else {
        throw StorageError(.failed, "the codec of this list writes no versions of models")
      }
      var last: Int? = 0
      while let number = last {
        try Task.checkCancellation()
        let part = try storage.rewriteModels(
          kind, after: number, limit: max(1, chunkSize), { ($0.modelVersion ?? version) < version }
        ) { (number, value) throws(StorageError) in
          do throws(StorageError) {
            return try kind == .items ? models.recoded(value) : models.recodedSection(value)
          } catch {
            let place = kind == .items ? "item" : "section"
            failure =
              failure
              ?? StorageError(
                error.code, "the model of \(place) \(number) stays as it is: \(error.message)",
                cause: error.cause)
            return nil
          }
        }
        counts.rewritten += part.rewrittenCount
        counts.remaining += part.remainingCount
        last = part.last
        await Task.yield()
      }
    }
    if let failure { throw failure }
    return counts
  }
}
