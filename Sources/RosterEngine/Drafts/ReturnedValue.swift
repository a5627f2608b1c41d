internal import RosterConcurrency

/// What the closure of a change returns, kept until the change has its outcome.
struct ReturnedValue<Value: Sendable>: Sendable {
  private let value = Guarded<Value?>(nil)

  /// Calls the closure of a change, and keeps what it returns.
  ///
  /// A failure of storage that it throws may be that of another list, and nothing of this one is lost by
  /// it.
  func keep(_ body: () throws -> Value) throws(DataSourceError) {
    do {
      let returned = try body()
      value.withLock { $0 = returned }
    } catch let error as DataSourceError where !error.isStorageFailure {
      throw error
    } catch {
      throw .thrown(error)
    }
  }

  /// What the closure has returned last.
  ///
  /// - Precondition: The change has succeeded.
  var kept: Value {
    guard let value = value.withLock({ $0 }) else {
      preconditionFailure("a change that has succeeded was made")
    }
    return value
  }
}
