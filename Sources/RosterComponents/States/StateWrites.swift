internal import Foundation

/// The changes that a build makes to the stored states. They are encoded on first use, so a tree
/// that is built only for display costs no encoding.
///
/// Unchecked because `encoded` is a variable: it is accessed only with `lock` held.
final class StateWrites: @unchecked Sendable {
  struct Encoded: Sendable {
    var changes: [ScopeStateChange] = []
    var unencodable: [UnencodableState] = []
  }

  static let none = StateWrites([])

  private let writes: [StateWrite]
  private let lock = NSLock()
  private var encoded: Encoded?

  init(_ writes: [StateWrite]) { self.writes = writes }

  /// Returns the changes, and the states that do not encode. They are computed once.
  func encode() -> Encoded {
    lock.withLock {
      if let encoded { return encoded }
      var made = Encoded()
      for write in writes { made.add(write) }
      encoded = made
      return made
    }
  }
}

extension StateWrites.Encoded {
  fileprivate mutating func add(_ write: StateWrite) {
    switch write {
    case .begin(let path, let owner):
      do {
        changes.append(ScopeStateChange(scope: path, state: try owner.encodedState()))
      } catch {
        let reason = StateCoding.reason(of: error)
        unencodable.append(UnencodableState(scope: path, reason: reason))
      }
    case .replace(let path, let state):
      changes.append(ScopeStateChange(scope: path, state: state))
    case .forget(let path): changes.append(ScopeStateChange(scope: path, state: nil))
    case .forgetInitial(let path, let owner):
      guard owner.keptState != nil else { return }
      changes.append(ScopeStateChange(scope: path, state: nil))
    }
  }
}
