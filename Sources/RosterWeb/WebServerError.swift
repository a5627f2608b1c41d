#if Web
  import Foundation
  import NIOCore

  /// Why a server cannot be started.
  public struct WebServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public let description: String

    init(_ description: String) {
      self.description = description
    }

    init(listening address: String, _ port: Int, _ error: any Error) {
      let place = "\(address), port \(port)"
      switch (error as? IOError)?.errnoCode {
      case EADDRINUSE: self.init("\(place) is in use by another program; choose another port")
      case EACCES: self.init("\(place) is not allowed for this user; choose a port above 1023")
      case EADDRNOTAVAIL: self.init("\(place) is not an address of this machine")
      default: self.init("the server cannot listen on \(place): \(error)")
      }
    }
  }
#endif
