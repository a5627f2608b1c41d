/// The headers of every answer to browsers.
package enum SecurityHeaders {
  /// Scripts and styles come from files of the server only, so that nothing of a model is ever run.
  private static let contentSecurityPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
    "img-src 'self' data: https:", "form-action 'self'", "base-uri 'none'",
    "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")

  /// Programs run nothing of an answer.
  package static let forPrograms = [SiteResponse.Header("X-Content-Type-Options", "nosniff")]

  package static let all: [SiteResponse.Header] = [
    .init("Content-Security-Policy", contentSecurityPolicy),
    .init("X-Content-Type-Options", "nosniff"),
    .init("X-Frame-Options", "DENY"),
    .init("Referrer-Policy", "no-referrer"),
    .init("Cross-Origin-Opener-Policy", "same-origin"),
    .init("Cross-Origin-Resource-Policy", "same-origin"),
    .init("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
  ]
}
