import CRoster
import RosterC

/// A list that is opened and changed by the functions of C, as a program in C does.
final class ListOfC {
  private var file = roster_file()
  private var list = roster_list()
  private var subscription = roster_subscription()

  /// Opens a list that this process alone writes.
  ///
  /// - Parameter path: Its file; `nil` for a list in memory.
  init(path: String?) throws {
    if let path {
      try Self.verify(path.withText { roster_open($0, nil, &file) })
    } else {
      try Self.verify(roster_open_in_memory(&file))
    }
    var options = roster_default_list_options()
    options.is_shared = 0
    try Self.verify("main".withText { roster_list_open(file, $0, &options, &list) })
  }

  deinit {
    roster_close(subscription)
    roster_close(list)
    roster_close(file)
  }

  /// Applies a line of a log.
  func apply(_ line: String) throws {
    try Self.verify(line.withText { roster_apply(list, $0, nil) })
  }

  func change(_ edits: String) throws {
    try Self.verify(edits.withText { roster_change(list, $0, roster_text(), nil) })
  }

  /// Subscribes to what is changed from now on.
  func subscribe() throws { try Self.verify(roster_subscribe(list, -1, &subscription)) }

  /// Takes the next batch, which the caller closes.
  func next() throws -> roster_batch {
    var batch = roster_batch()
    try Self.verify(roster_next(subscription, -1, &batch))
    return batch
  }

  /// Reads the operations of a batch.
  static func read(_ batch: roster_batch, into operations: inout [roster_operation]) throws {
    var info = roster_batch_info()
    try verify(roster_batch_describe(batch, &info))
    let count = Int(info.operations)
    if operations.count != count {
      operations = Array(repeating: roster_operation(), count: count)
    }
    var copied = 0
    try verify(roster_batch_operations(batch, 0, &operations, count, &copied))
  }

  private static func verify(_ code: roster_code) throws {
    guard code == ROSTER_OK else {
      throw BareDatabase.Failure(message: String(cString: roster_code_name(code)))
    }
  }
}

extension String {
  /// The text as C has it.
  fileprivate func withText<Value>(_ body: (roster_text) throws -> Value) rethrows -> Value {
    try utf8CString.withUnsafeBufferPointer {
      try body(roster_text(bytes: $0.baseAddress, count: utf8.count))
    }
  }
}
