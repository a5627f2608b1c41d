import RosterCore
import RosterJSON
public import RosterLog

/// A recorded editing session of a text, read as changesets.
///
/// The trace is a JSON object, gzipped or not:
///
/// ```json
/// {"startContent":"ab","endContent":"a!",
///  "txns":[{"patches":[[1,1,""],[1,0,"!"]],"time":"2026-01-31T10:00:00Z"}]}
/// ```
///
/// The list has one section without a model, and an item for every Unicode scalar of the text: a
/// string of that scalar. The first changeset inserts the section with the items of `startContent`.
/// Then every transaction is one changeset, whose `at` is its `time`. A patch is
/// `[position, deleted, "inserted"]`, counted in scalars; it uses the positions of the text as the
/// patch before has left it. Scalars that a transaction inserts and deletes again do not appear in
/// its changeset.
///
/// `startContent` may be missing if it is empty. If `endContent` exists, the text at the end must
/// equal it. Other keys are ignored.
public struct EditingTrace: ChangesetSource {
  /// The number of transactions.
  public var transactionCount: Int { parts.transactions.count }

  /// The default for the maximum number of bytes of a trace, gzipped or not: 256 MiB.
  public static let byteCountMax = 1 << 28

  private let parts: TraceParts

  /// Reads a trace from a file, which may be a pipe.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - byteCountMax: The maximum number of bytes of the trace, and of its JSON if it is gzipped.
  /// - Throws: An `ImportError`.
  public nonisolated(nonsending) init(
    contentsOf path: String, byteCountMax: Int = byteCountMax
  ) async throws {
    try await self.init(
      try TraceFile.read(path, byteCountMax: byteCountMax), byteCountMax: byteCountMax)
  }

  /// Reads a trace in memory, gzipped or not.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - byteCountMax: The maximum number of bytes of the trace, and of its JSON if it is gzipped.
  /// - Throws: An `ImportError`.
  public nonisolated(nonsending) init(
    _ bytes: [UInt8], byteCountMax: Int = byteCountMax
  ) async throws {
    let json =
      TraceFile.isGzipped(bytes)
      ? try await TraceFile.unzipped(bytes, byteCountMax: byteCountMax) : bytes
    do throws(JSONSpans.Malformed) {
      parts = try TraceParts(json)
    } catch {
      throw ImportError(
        .malformed, "this is no editing trace, at byte \(error.offset): \(error.message)")
    }
  }

  /// The number of transactions, plus one for the start.
  public nonisolated(nonsending) func changesetCount() async throws -> Int { transactionCount + 1 }

  /// Calls `body` with the changeset of the start and those of all transactions.
  ///
  /// - Returns: The expected list at the end.
  /// - Throws: The error of `body`, or an `ImportError`. That names the transaction and the patch
  ///   by their indexes, from 0, or the first scalar that differs from `endContent`.
  /// - Complexity: O(*k* log *k*) for *k* scalars that a transaction deletes and inserts, and the
  ///   distance of its patches from each other.
  public nonisolated(nonsending) func forEachChangeset(
    _ body: (LoggedChangeset) async throws -> Void
  ) async throws -> Expectation {
    var text = TraceText(parts.startContent.unicodeScalars)
    try await body(LoggedChangeset(text.insertion))
    for index in 0..<transactionCount {
      try await body(try changeset(of: index, editing: &text))
    }
    if let endContent = parts.endContent { try text.check(against: endContent) }
    return text.expectation(revision: transactionCount + 1)
  }

  /// Applies a transaction to the text.
  private func changeset(
    of index: Int, editing text: inout TraceText
  ) throws(ImportError) -> LoggedChangeset {
    let transaction = try transaction(at: index)
    for (patchIndex, patch) in transaction.patches.enumerated() {
      guard patch.deleted.upperBound <= text.count else {
        throw malformed(
          "txns[\(index)].patches[\(patchIndex)] deletes \(patch.deleted.count) scalars at "
            + "\(patch.deleted.lowerBound) of a text of \(text.count)")
      }
      text.replace(patch.deleted, with: patch.inserted)
    }
    return LoggedChangeset(
      Changeset.composing(transaction.patches.map(\.changeset)), at: transaction.time)
  }

  private func transaction(at index: Int) throws(ImportError) -> TraceTransaction {
    let value: JSONValue
    do throws(JSONSpans.Malformed) {
      value = try parts.transaction(at: index)
    } catch {
      throw malformed("txns[\(index)], at byte \(error.offset): \(error.message)")
    }
    do throws(JSONDecodingError) {
      return try TraceTransaction(JSONCursor(value))
    } catch {
      let path = error.path.isEmpty ? "" : ".\(error.path)"
      throw malformed("txns[\(index)]\(path): \(error.message)")
    }
  }

  private func malformed(_ message: String) -> ImportError {
    ImportError(.malformed, "the editing trace is broken: \(message)")
  }
}
