//! Tokens that tell what they are by their own shape: one table, one matcher.
//!
//! A row is a kind and the parts of a token, each a literal and the run of characters behind it.
//! What only its surroundings tell is in `named`, `commands` and `urls`.

use super::alphabet::{Alphabet, is_word, varied};
use super::matches::{Match, Rank};

/// A literal, then at least and at most so many characters of an alphabet.
type Part = (&'static str, Alphabet, usize, usize);
type Row = (&'static str, &'static [Part]);

use Alphabet::{Alnum, Base64, Base64Url, Dotted, Hex, Lower, Upper};

/// Nothing is longer; a run that is gets no second look.
const LONG: usize = 4096;

/// Rows whose first literal is not empty, so that its first byte finds them.
const ANCHORED: &[Row] = &[
    // Models
    ("anthropic-key", &[("sk-ant-", Base64Url, 20, 200)]),
    ("openrouter-key", &[("sk-or-", Base64Url, 20, 100)]),
    ("openai-key", &[("sk-proj-", Base64Url, 20, 300)]),
    ("openai-key", &[("sk-svcacct-", Base64Url, 20, 300)]),
    ("openai-key", &[("sk-admin-", Base64Url, 20, 300)]),
    ("openai-key", &[("sess-", Alnum, 40, 40)]),
    ("api-key", &[("sk-", Alnum, 20, 200)]),
    ("groq-key", &[("gsk_", Alnum, 40, 64)]),
    ("xai-key", &[("xai-", Alnum, 40, 100)]),
    ("perplexity-key", &[("pplx-", Alnum, 32, 64)]),
    ("replicate-token", &[("r8_", Alnum, 30, 48)]),
    ("huggingface-token", &[("hf_", Alnum, 30, 48)]),
    ("huggingface-token", &[("api_org_", Alnum, 30, 48)]),
    ("cerebras-key", &[("csk-", Alnum, 32, 64)]),
    ("fireworks-key", &[("fw_", Alnum, 20, 48)]),
    ("together-key", &[("tgp_v1_", Base64Url, 30, 64)]),
    ("nvidia-key", &[("nvapi-", Base64Url, 40, 100)]),
    ("voyage-key", &[("pa-", Base64Url, 40, 48)]),
    ("jina-key", &[("jina_", Base64Url, 32, 80)]),
    ("tavily-key", &[("tvly-", Base64Url, 20, 64)]),
    ("firecrawl-key", &[("fc-", Hex, 32, 32)]),
    ("langsmith-key", &[("lsv2_pt_", Base64Url, 32, 64)]),
    ("langsmith-key", &[("lsv2_sk_", Base64Url, 32, 64)]),
    ("elevenlabs-key", &[("sk_", Hex, 48, 48)]),
    ("wandb-key", &[("wandb_v1_", Base64Url, 40, 100)]),
    // Clouds
    ("google-api-key", &[("AIza", Base64Url, 35, 35)]),
    ("google-oauth-secret", &[("GOCSPX-", Base64Url, 24, 32)]),
    ("google-oauth-token", &[("ya29.", Dotted, 20, LONG)]),
    ("google-oauth-token", &[("1//0", Base64Url, 30, 200)]),
    ("aws-access-key-id", &[("AKIA", Upper, 16, 16)]),
    ("aws-access-key-id", &[("ASIA", Upper, 16, 16)]),
    ("aws-access-key-id", &[("ABIA", Upper, 16, 16)]),
    ("aws-access-key-id", &[("ACCA", Upper, 16, 16)]),
    ("aws-bedrock-key", &[("ABSK", Base64, 80, 300)]),
    ("aws-session-token", &[("IQoJb3JpZ2lu", Base64, 40, LONG)]),
    ("aws-session-token", &[("FwoGZXIvYXdz", Base64, 40, LONG)]),
    ("alibaba-key", &[("LTAI", Alnum, 12, 24)]),
    ("yandex-key", &[("AQVN", Base64Url, 30, 48)]),
    ("yandex-key", &[("t1.", Dotted, 60, LONG)]),
    ("yandex-key", &[("y0_", Base64Url, 40, 80)]),
    ("digitalocean-token", &[("dop_v1_", Hex, 64, 64)]),
    ("digitalocean-token", &[("doo_v1_", Hex, 64, 64)]),
    ("digitalocean-token", &[("dor_v1_", Hex, 64, 64)]),
    ("heroku-key", &[("HRKU-", Base64Url, 36, 80)]),
    ("fly-token", &[("fo1_", Base64Url, 40, 80)]),
    ("fly-token", &[("fm1r_", Base64, 40, LONG)]),
    ("fly-token", &[("fm1a_", Base64, 40, LONG)]),
    ("fly-token", &[("fm2_", Base64, 40, LONG)]),
    ("vercel-token", &[("vcp_", Alnum, 24, 80)]),
    ("vercel-token", &[("vck_", Alnum, 24, 80)]),
    ("netlify-token", &[("nfp_", Alnum, 32, 48)]),
    ("supabase-token", &[("sbp_", Hex, 40, 40)]),
    ("supabase-token", &[("sb_secret_", Base64Url, 20, 64)]),
    ("planetscale-token", &[("pscale_tkn_", Dotted, 30, 80)]),
    ("planetscale-token", &[("pscale_pw_", Dotted, 30, 80)]),
    ("planetscale-token", &[("pscale_oauth_", Dotted, 30, 80)]),
    (
        "cloudflare-token",
        &[("v1.0-", Hex, 24, 24), ("-", Hex, 140, 150)],
    ),
    ("clickhouse-key", &[("4b1d", Alnum, 38, 38)]),
    ("databricks-token", &[("dapi", Hex, 32, 32)]),
    (
        "databricks-token",
        &[("dapi", Hex, 32, 32), ("-", Hex, 1, 1)],
    ),
    ("scalingo-token", &[("tk-us-", Base64Url, 40, 64)]),
    ("tailscale-key", &[("tskey-", Base64Url, 20, 100)]),
    ("doppler-token", &[("dp.pt.", Alnum, 40, 48)]),
    ("doppler-token", &[("dp.ct.", Alnum, 40, 48)]),
    ("doppler-token", &[("dp.st.", Dotted, 40, 80)]),
    ("doppler-token", &[("dp.sa.", Alnum, 40, 48)]),
    ("doppler-token", &[("dp.scim.", Alnum, 40, 48)]),
    ("doppler-token", &[("dp.audit.", Alnum, 40, 48)]),
    ("vault-token", &[("hvs.", Base64Url, 24, 200)]),
    ("vault-token", &[("hvb.", Base64Url, 100, 300)]),
    ("vault-token", &[("hvr.", Base64Url, 24, 200)]),
    ("vault-token", &[("s.", Alnum, 24, 24)]),
    ("pulumi-token", &[("pul-", Hex, 40, 40)]),
    ("prefect-token", &[("pnu_", Alnum, 36, 36)]),
    ("prefect-token", &[("pnb_", Alnum, 36, 36)]),
    ("infracost-key", &[("ico-", Alnum, 32, 32)]),
    ("onepassword-token", &[("ops_eyJ", Base64, 100, LONG)]),
    (
        "onepassword-token",
        &[
            ("A3-", Upper, 6, 6),
            ("-", Upper, 6, 11),
            ("-", Upper, 5, 6),
            ("-", Upper, 5, 5),
            ("-", Upper, 5, 5),
            ("-", Upper, 5, 5),
        ],
    ),
    (
        "onepassword-token",
        &[
            ("A3-", Upper, 6, 6),
            ("-", Upper, 11, 11),
            ("-", Upper, 5, 5),
            ("-", Upper, 5, 5),
            ("-", Upper, 5, 5),
        ],
    ),
    ("age-secret-key", &[("AGE-SECRET-KEY-1", Upper, 50, 64)]),
    ("openshift-token", &[("sha256~", Base64Url, 43, 43)]),
    // Code and builds
    ("github-token", &[("ghp_", Alnum, 36, 255)]),
    ("github-token", &[("gho_", Alnum, 36, 255)]),
    ("github-token", &[("ghu_", Alnum, 36, 255)]),
    ("github-token", &[("ghs_", Alnum, 36, 255)]),
    ("github-token", &[("ghr_", Alnum, 36, 255)]),
    ("github-token", &[("github_pat_", Base64Url, 60, 120)]),
    ("gitlab-token", &[("glpat-", Dotted, 20, 300)]),
    ("gitlab-token", &[("gldt-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glrt-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glrtr-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glcbt-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glptt-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glft-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glimt-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glagent-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glsoat-", Dotted, 20, 80)]),
    ("gitlab-token", &[("glffct-", Dotted, 20, 80)]),
    ("gitlab-token", &[("gloas-", Dotted, 20, 80)]),
    ("gitlab-token", &[("GR1348941", Base64Url, 20, 40)]),
    ("bitbucket-token", &[("ATBB", Alnum, 28, 48)]),
    ("bitbucket-token", &[("ATCTT3", Base64, 60, 300)]),
    ("atlassian-token", &[("ATATT3", Base64, 60, 300)]),
    ("npm-token", &[("npm_", Alnum, 36, 36)]),
    ("pypi-token", &[("pypi-AgE", Base64Url, 50, LONG)]),
    ("rubygems-token", &[("rubygems_", Hex, 48, 48)]),
    ("nuget-key", &[("oy2", Lower, 43, 43)]),
    ("crates-token", &[("cio", Alnum, 32, 32)]),
    ("clojars-token", &[("CLOJARS_", Alnum, 60, 60)]),
    ("docker-token", &[("dckr_pat_", Base64Url, 24, 40)]),
    ("docker-token", &[("dckr_oat_", Base64Url, 24, 40)]),
    ("buildkite-token", &[("bkua_", Hex, 40, 40)]),
    ("buildkite-token", &[("bkpt_", Base64Url, 24, 80)]),
    ("circleci-token", &[("CCIPAT_", Base64Url, 40, 80)]),
    ("circleci-token", &[("CCIPRJ_", Base64Url, 40, 80)]),
    ("sonar-token", &[("sqp_", Hex, 40, 40)]),
    ("sonar-token", &[("squ_", Hex, 40, 40)]),
    ("sonar-token", &[("sqa_", Hex, 40, 40)]),
    ("sourcegraph-token", &[("sgp_", Base64Url, 40, 80)]),
    ("artifactory-token", &[("AKCp", Alnum, 65, 75)]),
    ("artifactory-token", &[("cmVmd", Alnum, 55, 65)]),
    ("octopus-key", &[("API-", Upper, 24, 32)]),
    (
        "harness-token",
        &[
            ("pat.", Base64Url, 22, 22),
            (".", Hex, 24, 24),
            (".", Alnum, 20, 20),
        ],
    ),
    (
        "harness-token",
        &[
            ("sat.", Base64Url, 22, 22),
            (".", Hex, 24, 24),
            (".", Alnum, 20, 20),
        ],
    ),
    ("postman-key", &[("PMAK-", Hex, 24, 24), ("-", Hex, 34, 34)]),
    ("readme-key", &[("rdme_", Lower, 60, 80)]),
    ("contentful-token", &[("CFPAT-", Base64Url, 40, 50)]),
    // Work and talk
    ("slack-token", &[("xoxb-", Base64Url, 20, 200)]),
    ("slack-token", &[("xoxp-", Base64Url, 20, 200)]),
    ("slack-token", &[("xoxa-", Base64Url, 20, 200)]),
    ("slack-token", &[("xoxr-", Base64Url, 20, 200)]),
    ("slack-token", &[("xoxs-", Base64Url, 20, 200)]),
    ("slack-token", &[("xoxo-", Base64Url, 20, 200)]),
    ("slack-token", &[("xoxe-", Base64Url, 20, 300)]),
    ("slack-token", &[("xoxc-", Base64Url, 20, 300)]),
    ("slack-token", &[("xoxd-", Base64, 20, 300)]),
    ("slack-token", &[("xoxe.xoxp-", Base64Url, 20, 300)]),
    ("slack-token", &[("xoxe.xoxb-", Base64Url, 20, 300)]),
    ("slack-token", &[("xapp-", Base64Url, 20, 200)]),
    ("linear-key", &[("lin_api_", Alnum, 32, 48)]),
    ("linear-key", &[("lin_oauth_", Alnum, 32, 64)]),
    ("notion-token", &[("ntn_", Alnum, 40, 50)]),
    ("notion-token", &[("secret_", Alnum, 43, 43)]),
    ("figma-token", &[("figd_", Base64Url, 30, 60)]),
    ("figma-token", &[("figu_", Base64Url, 30, 60)]),
    (
        "airtable-token",
        &[("pat", Alnum, 14, 14), (".", Hex, 64, 64)],
    ),
    ("frameio-token", &[("fio-u-", Base64Url, 60, 70)]),
    ("typeform-token", &[("tfp_", Dotted, 40, 80)]),
    ("adobe-secret", &[("p8e-", Alnum, 32, 32)]),
    ("dropbox-token", &[("sl.", Dotted, 60, LONG)]),
    (
        "hubspot-token",
        &[
            ("pat-na1-", Hex, 8, 8),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 12, 12),
        ],
    ),
    (
        "hubspot-token",
        &[
            ("pat-na2-", Hex, 8, 8),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 12, 12),
        ],
    ),
    (
        "hubspot-token",
        &[
            ("pat-eu1-", Hex, 8, 8),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 12, 12),
        ],
    ),
    ("okta-token", &[("00", Base64Url, 40, 40)]),
    ("facebook-token", &[("EAA", Alnum, 60, 400)]),
    (
        "twitter-token",
        &[("AAAAAAAAAAAAAAAAAAAAA", Alnum, 60, 200)],
    ),
    (
        "telegram-token",
        &[("bot", Alphabet::Digit, 8, 10), (":AA", Base64Url, 32, 34)],
    ),
    // Mail and money
    (
        "sendgrid-key",
        &[("SG.", Base64Url, 20, 24), (".", Base64Url, 40, 46)],
    ),
    ("mailgun-key", &[("key-", Hex, 32, 32)]),
    (
        "brevo-key",
        &[("xkeysib-", Hex, 64, 64), ("-", Alnum, 16, 16)],
    ),
    ("stripe-key", &[("sk_live_", Alnum, 16, 255)]),
    ("stripe-key", &[("sk_test_", Alnum, 16, 255)]),
    ("stripe-key", &[("rk_live_", Alnum, 16, 255)]),
    ("stripe-key", &[("rk_test_", Alnum, 16, 255)]),
    ("stripe-webhook-secret", &[("whsec_", Base64, 24, 80)]),
    ("shopify-token", &[("shpat_", Hex, 32, 32)]),
    ("shopify-token", &[("shpca_", Hex, 32, 32)]),
    ("shopify-token", &[("shppa_", Hex, 32, 32)]),
    ("shopify-token", &[("shpss_", Hex, 32, 32)]),
    ("square-token", &[("EAAA", Base64Url, 60, 60)]),
    ("square-token", &[("sq0atp-", Base64Url, 22, 22)]),
    ("square-token", &[("sq0csp-", Base64Url, 43, 43)]),
    ("plaid-token", &[("access-sandbox-", Base64Url, 36, 36)]),
    ("plaid-token", &[("access-development-", Base64Url, 36, 36)]),
    ("plaid-token", &[("access-production-", Base64Url, 36, 36)]),
    ("flutterwave-key", &[("FLWSECK-", Base64Url, 20, 60)]),
    ("flutterwave-key", &[("FLWSECK_TEST-", Base64Url, 12, 60)]),
    ("duffel-token", &[("duffel_test_", Base64Url, 40, 48)]),
    ("duffel-token", &[("duffel_live_", Base64Url, 40, 48)]),
    ("easypost-key", &[("EZAK", Alnum, 54, 54)]),
    ("easypost-key", &[("EZTK", Alnum, 54, 54)]),
    ("lob-key", &[("live_", Hex, 35, 35)]),
    ("lob-key", &[("test_", Hex, 35, 35)]),
    ("shippo-token", &[("shippo_live_", Hex, 40, 40)]),
    ("shippo-token", &[("shippo_test_", Hex, 40, 40)]),
    ("twilio-key", &[("SK", Hex, 32, 32)]),
    (
        "paypal-secret",
        &[
            ("access_token$production$", Lower, 16, 16),
            ("$", Hex, 32, 32),
        ],
    ),
    // Watching
    ("sentry-token", &[("sntrys_", Base64, 40, 400)]),
    ("sentry-token", &[("sntryu_", Hex, 64, 64)]),
    ("grafana-token", &[("glc_", Base64, 32, 400)]),
    (
        "grafana-token",
        &[("glsa_", Alnum, 32, 32), ("_", Hex, 8, 8)],
    ),
    ("grafana-token", &[("eyJrIjoi", Base64, 40, 400)]),
    ("newrelic-key", &[("NRAK-", Alnum, 27, 27)]),
    ("newrelic-key", &[("NRRA-", Alnum, 42, 42)]),
    ("newrelic-key", &[("NRII-", Base64Url, 32, 32)]),
    (
        "dynatrace-token",
        &[("dt0c01.", Upper, 24, 24), (".", Upper, 64, 64)],
    ),
    (
        "dynatrace-token",
        &[("dt0s01.", Upper, 8, 24), (".", Upper, 64, 64)],
    ),
    (
        "launchdarkly-key",
        &[
            ("sdk-", Hex, 8, 8),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 12, 12),
        ],
    ),
    (
        "launchdarkly-key",
        &[
            ("api-", Hex, 8, 8),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 4, 4),
            ("-", Hex, 12, 12),
        ],
    ),
    (
        "mapbox-token",
        &[("sk.eyJ", Base64Url, 20, 200), (".", Base64Url, 20, 24)],
    ),
    // Anybody's
    (
        "jwt",
        &[
            ("eyJ", Base64Url, 10, LONG),
            (".", Base64Url, 10, LONG),
            (".", Base64Url, 10, LONG),
        ],
    ),
    (
        "password-hash",
        &[("$2a$", Alnum, 2, 2), ("$", Dotted, 53, 53)],
    ),
    (
        "password-hash",
        &[("$2b$", Alnum, 2, 2), ("$", Alphabet::Crypt, 53, 53)],
    ),
    (
        "password-hash",
        &[("$2y$", Alnum, 2, 2), ("$", Alphabet::Crypt, 53, 53)],
    ),
    (
        "password-hash",
        &[("$2a$", Alnum, 2, 2), ("$", Alphabet::Crypt, 53, 53)],
    ),
    (
        "password-hash",
        &[
            ("$apr1$", Alphabet::Crypt, 1, 8),
            ("$", Alphabet::Crypt, 22, 22),
        ],
    ),
    (
        "password-hash",
        &[
            ("$1$", Alphabet::Crypt, 1, 8),
            ("$", Alphabet::Crypt, 22, 22),
        ],
    ),
    (
        "password-hash",
        &[
            ("$5$", Alphabet::Crypt, 1, 16),
            ("$", Alphabet::Crypt, 43, 43),
        ],
    ),
    (
        "password-hash",
        &[
            ("$6$", Alphabet::Crypt, 1, 16),
            ("$", Alphabet::Crypt, 86, 86),
        ],
    ),
    (
        "password-hash",
        &[
            ("$6$rounds=", Alnum, 4, 9),
            ("$", Alphabet::Crypt, 1, 16),
            ("$", Alphabet::Crypt, 86, 86),
        ],
    ),
    (
        "password-hash",
        &[
            ("$y$", Alphabet::Crypt, 1, 8),
            ("$", Alphabet::Crypt, 1, 24),
            ("$", Alphabet::Crypt, 43, 43),
        ],
    ),
];

/// Rows that begin with a run: tried wherever a word begins.
const LOOSE: &[Row] = &[
    (
        "telegram-token",
        &[("", Alphabet::Digit, 8, 10), (":AA", Base64Url, 32, 34)],
    ),
    (
        "terraform-token",
        &[("", Alnum, 14, 14), (".atlasv1.", Base64Url, 60, 80)],
    ),
    (
        "mailchimp-key",
        &[("", Hex, 32, 32), ("-us", Alphabet::Digit, 1, 2)],
    ),
    (
        "discord-token",
        &[
            ("", Base64Url, 24, 28),
            (".", Base64Url, 6, 7),
            (".", Base64Url, 27, 40),
        ],
    ),
    (
        "azure-client-secret",
        &[("", Alnum, 5, 5), ("~", Alphabet::Tilde, 31, 36)],
    ),
    (
        "maxmind-key",
        &[
            ("", Alnum, 6, 6),
            ("_", Alnum, 29, 29),
            ("_mmk", Alnum, 0, 0),
        ],
    ),
];

/// All tokens in `text`; `begins` says where a word may begin. A position costs its row's
/// runs, which are bounded, and what has been matched is not walked again.
pub(super) fn find(text: &[u8], begins: impl Fn(usize) -> bool, out: &mut Vec<Match>) {
    let table = Table::new();
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        let interesting = byte.is_ascii_alphanumeric() || byte == b'$';
        if !interesting || !begins(at) {
            at += 1;
            continue;
        }
        let anchored = table
            .rows(byte)
            .iter()
            .map(|&row| &ANCHORED[usize::from(row)]);
        let best = anchored
            .chain(LOOSE)
            .filter_map(|(kind, parts)| Some((kind, token_end(text, at, parts)?)))
            .max_by_key(|(_, end)| *end);
        let Some((kind, end)) = best else {
            at += 1;
            continue;
        };
        out.push(Match {
            start: at,
            end,
            kind,
            rank: Rank::Token,
        });
        at = end;
    }
}

/// By first byte, the rows of [`ANCHORED`] that begin so.
struct Table {
    starts: [u16; 257],
    rows: Vec<u16>,
}

impl Table {
    fn new() -> Self {
        let first = |row: &Row| row.1[0].0.as_bytes()[0];
        let mut rows: Vec<u16> = (0..u16::try_from(ANCHORED.len()).unwrap_or(0)).collect();
        rows.sort_by_key(|&row| first(&ANCHORED[usize::from(row)]));
        let mut starts = [0_u16; 257];
        for row in ANCHORED {
            starts[usize::from(first(row)) + 1] += 1;
        }
        for byte in 0..256 {
            starts[byte + 1] += starts[byte];
        }
        Self { starts, rows }
    }

    fn rows(&self, byte: u8) -> &[u16] {
        let byte = usize::from(byte);
        &self.rows[usize::from(self.starts[byte])..usize::from(self.starts[byte + 1])]
    }
}

/// Where the token that begins at `start` ends, if it is one of these parts.
fn token_end(text: &[u8], start: usize, parts: &[Part]) -> Option<usize> {
    let mut at = start;
    let mut body = 0..0;
    for &(literal, alphabet, least, most) in parts {
        if !text[at..].starts_with(literal.as_bytes()) {
            return None;
        }
        at += literal.len();
        let mut run = alphabet.run(&text[at..], most + 1);
        // The stop behind a sentence is none of its last word.
        while run > least && text[at + run - 1] == b'.' {
            run -= 1;
        }
        if run < least || run > most {
            return None;
        }
        if run >= body.len() {
            body = at..at + run;
        }
        at += run;
    }
    let closed = !text.get(at).is_some_and(|&byte| is_word(byte));
    (closed && varied(&text[body])).then_some(at)
}
