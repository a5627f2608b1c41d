internal import Foundation

/// The names of the component types that a builder has met. Each name is made once.
///
/// Unchecked because `names` is a variable: it is accessed only with `lock` held.
final class TypeNames: @unchecked Sendable {
  private let lock = NSLock()
  private var names: [ObjectIdentifier: String] = [:]

  /// All names so far.
  var known: [ObjectIdentifier: String] { lock.withLock { names } }

  func insert(_ name: String, of type: ObjectIdentifier) {
    lock.withLock { names[type] = name }
  }
}

/// Looks up names for one build. It takes the lock only for new types.
struct TypeNameReader {
  private let shared: TypeNames
  private var known: [ObjectIdentifier: String]

  init(_ names: TypeNames) {
    shared = names
    known = names.known
  }

  mutating func name(of part: ComponentPart) -> String {
    let type = part.componentType
    if let name = known[type] { return name }
    let name = part.typeName
    known[type] = name
    shared.insert(name, of: type)
    return name
  }
}

extension TypeNames {
  /// Returns the qualified name of a type, which is the same in every process.
  ///
  /// For private and local types, `String(reflecting:)` includes the address of their context, as
  /// in `Feed.(unknown context at $55d593dd470).Row`; this method leaves that part out.
  static func stableName(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    let marker = "(unknown context at "
    guard name.contains(marker) else { return name }
    var bytes = Array(name.utf8)[...]
    var stable: [UInt8] = []
    while let byte = bytes.first {
      if byte == UInt8(ascii: "("), bytes.starts(with: marker.utf8) {
        bytes = bytes.drop { $0 != UInt8(ascii: ")") }.dropFirst()
        if bytes.first == UInt8(ascii: ".") { bytes.removeFirst() }
      } else {
        stable.append(byte)
        bytes.removeFirst()
      }
    }
    return String(decoding: stable, as: UTF8.self)
  }
}
