public import RosterLog

/// A history from another source that can be read as changesets.
///
/// The first changeset is valid for the empty list, and each other one is valid after the one
/// before.
///
///     var lines: [UInt8] = []
///     ChangesetLogWriter.append(ChangesetLogHeader(name: "git history"), to: &lines)
///     let expectation = try await source.forEachChangeset { changeset in
///       ChangesetLogWriter.append(.changeset(changeset), to: &lines)
///     }
///     ChangesetLogWriter.append(.expect(expectation), to: &lines)
public protocol ChangesetSource: Sendable {
  /// The number of changesets that `forEachChangeset` passes, for a progress bar.
  nonisolated(nonsending) func changesetCount() async throws -> Int

  /// Calls `body` with every changeset in order, and waits for it before reading on.
  ///
  /// - Returns: The expected list after the last changeset: its revision, counts and fingerprint,
  ///   from the importer's own state.
  /// - Throws: The error of `body`, or an `ImportError`. The changesets that `body` received until
  ///   then are valid.
  nonisolated(nonsending) func forEachChangeset(
    _ body: (LoggedChangeset) async throws -> Void
  ) async throws -> Expectation
}
