public import CRoster
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterStore

/// What the interface calls a list.
typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>

/// What a handle stands for.
protocol Handled: AnyObject, Sendable {
  /// What messages call it: "a list".
  static var title: String { get }

  /// Called when the handle is closed.
  func close() throws
}

/// The table of handles. A number is given once, so one that was closed is never taken for another.
enum Handles {
  private struct Table {
    var objects: [roster_handle: any Handled] = [:]
    var last: roster_handle = 0
  }

  private static let table = Guarded(Table())

  /// Makes a handle.
  static func add(_ object: some Handled) -> roster_handle {
    table.withLock { table in
      table.last += 1
      table.objects[table.last] = object
      return table.last
    }
  }

  /// Returns what a handle stands for.
  ///
  /// - Parameter part: The part of the input that has the handle, if there are several.
  /// - Throws: `ROSTER_INVALID_HANDLE` if it is none, or one of something else.
  static func find<Object: Handled>(
    _ handle: roster_handle, as type: Object.Type = Object.self, part: String = ""
  ) throws(Failure) -> Object {
    let object = table.withLock { $0.objects[handle] }
    guard let object else { throw unknown(handle, part) }
    guard let found = object as? Object else {
      throw Failure(
        ROSTER_INVALID_HANDLE,
        "\(handle) is the handle of \(Swift.type(of: object).title), and not of \(Object.title)",
        part: part)
    }
    return found
  }

  /// Takes a handle out of the table.
  static func remove(_ handle: roster_handle) throws(Failure) -> any Handled {
    let object = table.withLock { $0.objects.removeValue(forKey: handle) }
    guard let object else { throw unknown(handle) }
    return object
  }

  private static func unknown(_ handle: roster_handle, _ part: String = "") -> Failure {
    Failure(
      ROSTER_INVALID_HANDLE,
      handle == 0
        ? "0 is no handle" : "\(handle) is no handle; it may have been closed before",
      part: part)
  }
}

/// See `roster_close` in `roster.h`.
@c @implementation
public func roster_close(_ handle: roster_handle) -> roster_code {
  call { try Handles.remove(handle).close() }
}
