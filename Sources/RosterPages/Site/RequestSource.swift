/// Who asks a server of pages, as the header lines of a request say: by which name it was called, from which site that
/// was, and with which cookies. All servers of pages decide by it.
package struct RequestSource {
  /// What a request comes from.
  package enum Verdict: Hashable, Sendable {
    /// A page of the server, a program, or a user who has opened an address, or followed a link to a page.
    case own
    /// A page of another site.
    case foreign
    /// Two programs may read the lines in two ways.
    case malformed
  }

  private let values: (_ name: String) -> [String]

  /// - Parameter values: Returns the values of the header lines with a name, in whichever letters they have it.
  package init(_ values: @escaping (_ name: String) -> [String]) { self.values = values }

  /// The name by which the server was called, in small letters; `nil` if there is none, or several.
  package var host: String? {
    let hosts = values("Host")
    return hosts.count == 1 ? hosts[0].lowercased() : nil
  }

  /// Whether the server goes by a name. A name of the outside that leads here is how a page of another site would ask as
  /// if it were ours; a numeric address cannot be made to lead elsewhere.
  ///
  /// - Parameters:
  ///   - host: As ``host``.
  ///   - names: Those that the server has with its own port, which is left out if it is that of the protocol.
  ///   - anyPort: Those that it has with each port, as behind a proxy.
  package static func isOwn(
    _ host: String, names: Set<String>, port: Int, isSecure: Bool, anyPort: Set<String> = []
  ) -> Bool {
    if anyPort.contains(host) { return true }
    var name = host[...]
    var givenPort = isSecure ? "443" : "80"
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
      name = host[..<colon]
      givenPort = String(host[host.index(after: colon)...])
    }
    return names.contains(String(name)) && givenPort == "\(port)"
  }

  /// Decides from which site a request comes.
  ///
  /// - Parameters:
  ///   - isDemanded: Whether it must name its origin, because it changes something, or opens a session.
  ///   - isSecure: Whether the server has TLS.
  ///   - origins: Those of other sites whose pages may ask, in small letters.
  package func verdict(
    isDemanded: Bool, isSecure: Bool, allowing origins: Set<String> = []
  ) -> Verdict {
    let given = values("Origin").map { $0.lowercased() }
    guard given.count <= 1 else { return .malformed }
    if let origin = given.first {
      let own = host.map { (isSecure ? "https://" : "http://") + $0 }
      return origin == own || origins.contains(origin) ? .own : .foreign
    }
    guard !isDemanded else { return .foreign }
    let sites = values("Sec-Fetch-Site")
    guard sites.count <= 1 else { return .malformed }
    guard let site = sites.first?.lowercased() else { return .own }
    // What a page of another site loads as a part of itself is refused. It may link to this one.
    let isLink =
      values("Sec-Fetch-Mode") == ["navigate"] && values("Sec-Fetch-Dest") == ["document"]
    return site == "same-origin" || site == "none" || isLink ? .own : .foreign
  }

  /// Whether something follows the head.
  package var hasBody: Bool {
    !values("Transfer-Encoding").isEmpty || values("Content-Length").contains { $0 != "0" }
  }

  /// The values of the cookies with a name.
  package func cookies(named name: String) -> [Substring] {
    values("Cookie").flatMap { line in
      line.split(separator: ";").map { $0.drop { $0 == " " } }
        .filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
    }
  }
}
