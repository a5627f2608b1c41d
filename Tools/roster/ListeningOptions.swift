import ArgumentParser
import Foundation
import RosterJSON
import RosterWeb

/// Where a server listens, and what its clients have to know.
struct ListeningOptions: ParsableArguments {
  @Option(help: "The port to listen on; one that is free if left out.")
  var port = 0

  @Option(help: "The address to listen on.")
  var address = "127.0.0.1"

  @Option(help: "A file with a token that clients have to know.")
  var tokenFile: String?

  @Option(help: "The certificate to serve with, in PEM, followed by those that signed it.")
  var certificate: String?

  @Option(help: "The private key of the certificate, in PEM.")
  var key: String?

  @Option(help: "A name that clients may call the server by; may be given several times.")
  var allowHost: [String] = []

  @Flag(
    help:
      "Print the address, the token and the lists as a line of JSON, and at the end what was done.")
  var json = false

  func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("--port is between 0 and 65535") }
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key belong together")
    }
  }

  #if Web
    /// The configuration of a server with these options, without a token.
    func configuration(_ bounds: WebServerBounds = WebServerBounds()) -> WebServerConfiguration {
      var configuration = WebServerConfiguration(port: port)
      configuration.address = address
      configuration.allowedHosts = allowHost
      configuration.bounds = bounds
      configuration.bounds.connectionCount = Self.connectionCount(upTo: bounds.connectionCount)
      if let certificate, let key {
        configuration.certificate = .init(chainPath: certificate, keyPath: key)
      }
      return configuration
    }

    /// The token of the file; otherwise a new one, if other machines can reach the server.
    func token(for configuration: WebServerConfiguration) throws -> AccessToken? {
      if let tokenFile { return try TokenFile(path: tokenFile).token() }
      return try configuration.isLocal ? nil : AccessToken()
    }

    /// How many connections this process can have: files of the database need some descriptors too.
    private static func connectionCount(upTo count: Int) -> Int {
      var limit = rlimit()
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      guard getrlimit(resource, &limit) == 0 else { return count }
      limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(count + 300)))
      _ = setrlimit(resource, &limit)
      guard getrlimit(resource, &limit) == 0 else { return count }
      return max(16, min(count, Int(clamping: limit.rlim_cur) - 300))
    }

    /// Says where the server is. A failure to do so does not end it.
    ///
    /// - Parameters:
    ///   - token: The token; `nil` if there is none.
    ///   - sentence: What people are told.
    func announce(_ url: String, _ token: AccessToken?, _ lists: [String], _ sentence: String) {
      let output = OutputFile()
      do {
        if json {
          var line: JSONObject = ["url": .string(url), "lists": .array(lists.map { .string($0) })]
          line["token"] = token.map { .string($0.text) }
          try output.writeLine(.object(line))
        } else {
          try output.writeLine(url)
          if let token, tokenFile == nil { try output.writeLine("token \(token.text)") }
        }
        try output.flush()
      } catch {
        StandardStreams.complain("roster: \(error)")
      }
      guard output.isTerminal, !json else { return }
      let isForOthers = address == "0.0.0.0" || address == "::"
      StandardStreams.complain(
        "roster: \(sentence) until Ctrl-C"
          + (isForOthers ? "; other machines reach it by an address of this one" : ""))
    }

    /// Prints what a server did, for programs.
    func printCounts(_ counts: WebServerCounts) throws {
      guard json else { return }
      func line(_ reasons: [WebServerCounts.Reason: Int]) -> JSONValue {
        .object(
          reasons.reduce(into: JSONObject()) { $0[$1.key.rawValue] = .number(Double($1.value)) })
      }
      let output = OutputFile()
      try output.writeLine([
        "connections": .number(Double(counts.connections)),
        "requests": .number(Double(counts.requests)),
        "sessions": .number(Double(counts.sessions)),
        "messagesSent": .number(Double(counts.messagesSent)),
        "messageBytesSent": .number(Double(counts.messageBytesSent)),
        "refused": line(counts.refused), "letGo": line(counts.letGo),
      ])
      try output.flush()
    }
  #endif
}
