#if Web && os(Linux)
  import Foundation
  import RosterTestKit
  import RosterTestSupport

  /// Two networks of a test's own, one for a hub and one for devices, with a cable between them that can
  /// be cut in each direction. Nothing else is in them, and they go with this value.
  ///
  /// They need root, and `ip` of the package iproute2.
  final class NetworkNamespaces: Sendable {
    enum Side: String, CaseIterable {
      case hub, devices

      var other: Side { self == .hub ? .devices : .hub }

      var address: String { self == .hub ? "10.77.0.1" : "10.77.0.2" }
    }

    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    /// Whether this machine lets tests make networks.
    static let isAvailable = getuid() == 0 && (try? NetworkNamespaces()) != nil

    private let name = "roster-\(getpid())-\(UInt32.random(in: 0 ..< .max))"

    init() throws {
      for side in Side.allCases { try Self.ip("netns", "add", space(side)) }
      // The two ends of the cable have the same name, each in its own network.
      try Self.ip(
        "-n", space(.hub), "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns",
        space(.devices))
      for side in Side.allCases {
        try Self.ip("-n", space(side), "address", "add", "\(side.address)/24", "dev", "cable")
        try Self.ip("-n", space(side), "link", "set", "cable", "up")
        try Self.ip("-n", space(side), "link", "set", "lo", "up")
      }
    }

    deinit { for side in Side.allCases { try? Self.ip("netns", "delete", space(side)) } }

    private func space(_ side: Side) -> String { "\(name)-\(side)" }

    /// What runs a command in a network, given as its arguments.
    func command(_ side: Side) -> [String] { ["ip", "netns", "exec", space(side)] }

    /// Lets what a side sends from now on be lost: it goes to a neighbour that does not exist.
    func cut(from side: Side) throws {
      try Self.ip(
        "-n", space(side), "neighbour", "replace", side.other.address, "lladdr",
        "02:00:00:00:00:99",
        "dev", "cable", "nud", "permanent")
    }

    /// Lets what a side sends arrive again.
    func mend(from side: Side) throws {
      try Self.ip(
        "-n", space(side), "neighbour", "delete", side.other.address, "dev", "cable")
    }

    private static func ip(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["ip"] + arguments
      let output = Pipe()
      process.standardError = output
      try process.start()
      let said = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(
          description:
            "ip \(arguments.joined(separator: " ")): \(String(decoding: said, as: UTF8.self))")
      }
    }
  }
#endif
