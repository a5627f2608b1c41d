/// A renderer that a ``RendererCheck`` talks to in lines of the wire protocol.
///
/// A Swift host is one with ``HostUnderTest``. A program is one if something carries lines to its
/// standard input and from its standard output, as `roster conformance` does.
public protocol RendererUnderTest {
  /// Hands the renderer a line, with its line feed.
  ///
  /// - Throws: If it does not take it.
  mutating func send(_ line: [UInt8]) throws(RendererFailure)

  /// Returns the next line that the renderer says, without its line feed.
  ///
  /// - Throws: If none comes in the time that the renderer has.
  mutating func receive() throws(RendererFailure) -> [UInt8]

  /// Ends the renderer. Nothing is sent or received afterwards.
  mutating func end()
}

/// Why a renderer is not heard any more: it has crashed, or has said nothing for too long.
public struct RendererFailure: Error, Hashable, CustomStringConvertible {
  /// What has happened, for people.
  public let description: String

  /// Makes a failure.
  public init(_ description: String) { self.description = description }
}
