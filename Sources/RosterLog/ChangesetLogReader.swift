import RosterJSON

/// Reads a changeset log line by line. Its memory depends only on the longest line.
///
/// Lines end with a line feed, or a carriage return and a line feed; the last one may lack it.
/// Blank lines are skipped.
///
///     var reader = try ChangesetLogReader { try file.readChunk() }
///     while let line = try reader.next() { print(line.entry) }
public struct ChangesetLogReader {
  /// The first line of the log.
  public let header: ChangesetLogHeader

  private var lines: ValueLines

  /// The default for the maximum number of bytes in a line: 64 MiB.
  public static let lineByteCountMax = 1 << 26

  /// Makes a reader of the chunks that `nextChunk` returns until it returns `nil`, and reads the
  /// header. Chunks may end anywhere. An empty chunk is not the end.
  ///
  /// - Parameters:
  ///   - lineByteCountMax: The maximum number of bytes in a line. A longer line ends the reading.
  ///   - nextChunk: Returns the next bytes.
  /// - Throws: The error of `nextChunk`, or a `ChangesetLogError` if the log does not start with a
  ///   header, or starts with that of a newer version.
  public init(
    lineByteCountMax: Int = lineByteCountMax, nextChunk: @escaping () throws -> [UInt8]?
  ) throws {
    lines = ValueLines(byteCountMax: lineByteCountMax, nextChunk: nextChunk)
    guard let (number, value) = try lines.next() else {
      throw ChangesetLogError(line: 1, "the log is empty; it must start with a header")
    }
    do throws(JSONDecodingError) {
      header = try JSONCursor.decode(value, ChangesetLogHeader.init)
    } catch {
      throw ChangesetLogError(line: number, error)
    }
  }

  /// Makes a reader of a log in memory, and reads the header. A line may be as long as the log.
  ///
  /// - Throws: A `ChangesetLogError` if the log does not start with a header, or starts with that
  ///   of a newer version.
  public init(_ bytes: some Sequence<UInt8>) throws {
    var chunk: [UInt8]? = Array(bytes)
    try self.init(lineByteCountMax: chunk?.count ?? 0) { chunk.take() }
  }

  /// Reads the next entry.
  ///
  /// The reader does not verify entries against a list: a path may be negative or beyond every
  /// list.
  ///
  /// - Returns: The entry and its line, or `nil` at the end of the log.
  /// - Throws: The error of `nextChunk`, or a `ChangesetLogError` if the line is not an entry. The
  ///   next call continues with the next line, unless the line was too long.
  /// - Complexity: O(*n* log *n*), where *n* is the length of the line; O(*n*) if the parts of the
  ///   changeset are in ascending order.
  public mutating func next() throws -> ChangesetLogLine? {
    guard let (number, value) = try lines.next() else { return nil }
    do throws(JSONDecodingError) {
      let entry = try JSONCursor.decode(value, ChangesetLogEntry.init)
      return ChangesetLogLine(number: number, entry: entry)
    } catch {
      throw ChangesetLogError(line: number, error)
    }
  }
}
