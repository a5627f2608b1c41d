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
