#if Web
  import RosterPages

  /// The form that asks for the token.
  enum LoginPage {
    /// Returns the form, with a message if the token was wrong.
    static func response(isWrong: Bool = false) -> SiteResponse {
      let html = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Roster: token</title>
        <link rel="icon" href="data:,">
        <main>
        <h1>Token</h1>
        <p>The one who started the server has the token.</p>
        \(isWrong ? "<p role=\"alert\"><strong>This is not the token.</strong></p>\n" : "")\
        <form method="post" action="/login">
        <p><label for="token">Token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" \
        required autofocus></p>
        <p><button>Show the lists</button></p>
        </form>
        </main>
        </html>

        """
      return SiteResponse(
        status: isWrong ? 401 : 200, contentType: "text/html; charset=utf-8",
        body: Array(html.utf8),
        // Without a referrer, browsers hide the origin of a form as well.
        headers: [.init("Referrer-Policy", "same-origin")])
    }
  }
#endif
