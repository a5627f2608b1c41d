/// Why an inspector cannot be served.
public struct InspectorServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public let description: String

  init(_ description: String) { self.description = description }

  /// - Parameter errorNumber: What the system says.
  init(port: Int, errorNumber: Int32) {
    let reason = LoopbackSocket.reason(of: errorNumber)
    self.init(
      "the inspector cannot be served at port \(port) of 127.0.0.1: \(reason); choose another port, or 0"
    )
  }
}
