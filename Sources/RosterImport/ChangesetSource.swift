public import RosterLog

/// A history from elsewhere that can be told as changesets.
///
/// The first changeset is one for the empty list, and each is valid after the one before.
///
///     var lines: [UInt8] = []
///     ChangesetLogWriter.append(ChangesetLogHeader(name: "git history"), to: &lines)
///     let expectation = try await source.forEachChangeset { changeset in
///       ChangesetLogWriter.append(.changeset(changeset), to: &lines)
///     }
///     ChangesetLogWriter.append(.expect(expectation), to: &lines)
public protocol ChangesetSource: Sendable {
  /// The number of changesets that `forEachChangeset` gives, for a progress bar.
  nonisolated(nonsending) func changesetCount() async throws -> Int

  /// Calls `body` with every changeset in order, and waits for it before it reads on.
  ///
  /// - Returns: What the list must be like after the last changeset: its revision, counts and
  ///   fingerprint, from the importer's own state.
  /// - Throws: What `body` throws, or an `ImportError`. What `body` was given until then is good.
  nonisolated(nonsending) func forEachChangeset(
    _ body: (LoggedChangeset) async throws -> Void
  ) async throws -> Expectation
}
