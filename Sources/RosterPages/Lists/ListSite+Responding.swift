internal import RosterCore

extension ListSite: Site {
  /// Returns the answer to a request.
  package func respond(to request: SiteRequest) async -> SiteResponse {
    let path = request.path
    if path.first == "inspect" {
      guard let inspection else { return .notFound }
      var request = request
      if path.count > 1, let list = list(named: path[1]) {
        // The inspector knows lists by the names that they have in the file.
        request.path[1] = list.givenName
      } else if path.count == 1, lists.count == 1 {
        return .redirect(to: "/inspect/\(lists[0].description.name.percentEncoded)")
      }
      return await inspection.respond(to: request)
    }
    guard request.method == .get else { return .text(405, "Only GET is answered here.") }
    switch (path.first, path.count) {
    case (nil, _) where navigation == nil: return directory
    case ("assets", 2):
      guard let resource = PageResource(rawValue: path[1]), resource.isAsset else {
        return .notFound
      }
      return resource.response
    case ("images", 2): return await pictures.response(forKey: path[1]) ?? .notFound
    case ("lists", 2):
      guard let list = list(named: path[1]) else { return .notFound }
      return await page(of: list)
    case ("assets", _), ("images", _), ("lists", _): return .notFound
    default:
      guard let navigation, navigation.navigation.leads(path.address) else { return .notFound }
      return navigatedPage
    }
  }

  /// Opens the session of a page.
  package func openSession(at path: [String]) throws(PageError) -> any PageSession {
    if path == ["feed"], let navigation { return try navigation.openSession() }
    guard path.count == 3, path[0] == "lists", path[2] == "feed", let list = list(named: path[1])
    else { throw PageError(.notFound, "there is no such list") }
    return try session(of: list, onSend: list.feed.onSend)
  }

  private func session(
    of list: ServedList, onSend: (@Sendable (ItemID?) -> Void)?
  ) throws(PageError) -> ListSession {
    var description = list.description
    description.hasInspector = inspection != nil
    let hasModels = list.feed.source is ModelSource
    description.canQuery = queries.isReady && hasModels
    description.canTravel = true
    let (inspection, name) = (self.inspection, list.givenName)
    return try list.feed.attach { [description] present in
      ListSession(
        list.feed, description, present, onSend: onSend,
        queries: description.canQuery ? queries : nil, pasts: pasts,
        summarize: { revision in inspection?.summary(of: name, at: revision) })
    }
  }

  /// The list of lists.
  private var directory: SiteResponse {
    let lists = lists
    if lists.count == 1 { return .redirect(to: lists[0].path) }
    let links = lists.map { list in
      let count = list.feed.present.state.itemCount
      return """
        <li><a href="\(list.path.htmlEscaped)">\(list.description.title.htmlEscaped)</a> \
        <span>\(count) item\(count == 1 ? "" : "s")</span></li>
        """
    }
    let body = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.htmlEscaped)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/assets/page.css">
      </head>
      <body class="lists">
      <main>
      <h1>\(title.htmlEscaped)</h1>
      <ul>
      \(links.joined(separator: "\n"))
      </ul>
      </main>
      </body>
      </html>

      """
    return SiteResponse(contentType: SiteResponse.html, body: Array(body.utf8))
  }

  /// The page of a navigator, which learns over its connection what it shows.
  private var navigatedPage: SiteResponse { page(titled: title) }

  /// The page of a list, with its first rows.
  ///
  /// They are paragraphs of escaped text, for browsers without JavaScript. The others get what a session
  /// begins with: so they show rows before they have a connection.
  private func page(of list: ServedList) async -> SiteResponse {
    let rows = list.firstTexts.map { text in
      "<p dir=\"auto\">\(text.htmlEscaped.replacing("\n", with: "<br>"))</p>"
    }
    return page(
      titled: list.description.title, rows: rows.joined(separator: "\n"),
      first: await firstMessages(of: list))
  }

  /// The resource, in which the comments `title`, `rows` and `first` are replaced.
  private func page(titled title: String, rows: String = "", first: String = "") -> SiteResponse {
    let values = ["title": title.htmlEscaped, "rows": rows, "first": first]
    let text = PageResource.pageHTML.text.filled(with: values)
    return SiteResponse(contentType: SiteResponse.html, body: Array(text.utf8))
  }

  /// Returns the greeting and the first update of a session as a JSON array that can stand in HTML; an empty
  /// text if there is none. The application is not told: a request changes nothing, also if a program that looks
  /// for links makes it. It is told once the page has a connection.
  private func firstMessages(of list: ServedList) async -> String {
    do throws(PageError) {
      let session = try session(of: list, onSend: nil)
      defer { session.close() }
      let hello = #"{"hello":[1],"first":0,"count":\#(PageLimits.firstRowCount)}"#
      try session.receive(Array(hello.utf8))
      guard let greeting = await session.nextMessage(), let update = await session.nextMessage()
      else { return "" }
      let messages = [greeting, update].map { String(decoding: $0, as: UTF8.self) }
      // A text of HTML ends at the next tag. In JSON, `<` stands in strings only.
      return "[\(messages.joined(separator: ","))]".replacing("<", with: "\\u003c")
    } catch {
      return ""
    }
  }
}

extension [String] {
  /// The address of which these are the components, decoded. A component that begins with `@` names a tab.
  fileprivate var address: String {
    let components = map { name in
      name.first == "@" ? "@" + String(name.dropFirst()).percentEncoded : name.percentEncoded
    }
    return "/" + components.joined(separator: "/")
  }
}

extension ListSite.ServedList {
  fileprivate var path: String { "/lists/\(description.name.percentEncoded)" }

  /// What people read in the first rows.
  fileprivate var firstTexts: [String] {
    do throws(StorageError) {
      let rows = try feed.present.state.rows(inSlots: 0..<60)
      return try feed.source.text(of: rows).map { $0.shortened(byteCountMax: 1_000) }
    } catch {
      return ["The list cannot be read: \(error)"]
    }
  }
}

extension SiteResponse {
  fileprivate static let notFound = SiteResponse.text(404, "There is nothing here.")
}

extension String {
  /// Returns the text with `<!--name-->` replaced by values. What the values contain is not looked at.
  fileprivate func filled(with values: [String: String]) -> String {
    var filled = ""
    var rest = self[...]
    while let start = rest.firstRange(of: "<!--") {
      filled += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: "-->") else { return filled + "<!--" + rest }
      filled += values[String(rest[..<end.lowerBound])] ?? "<!--\(rest[..<end.upperBound])"
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }
}
