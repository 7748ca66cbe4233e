//! Passwords, codes and fresh proofs: chosen, set up and given.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use banco_people::{Attempt, Enrolled, FirstSecret, Invitation, Judged, Password, PasswordHash, PeopleError};
use tokio::sync::OwnedSemaphorePermit;

use super::said::{
    CodeWanted, EnrolmentSeen, FirstWanted, InvitedWanted, PasswordWanted, PersonMade, ProofWanted,
    session_seen,
};
use super::welcome;
use crate::api::people::holds_money;
use crate::api::{Reply, body, created, done, json};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;
use crate::rate_limit::Arrival;

/// Permission to hash one password. There are as many as cores.
pub(super) struct HashingPermit(OwnedSemaphorePermit);

/// Takes a permit to hash. A try is counted after it: one that is not judged costs nothing.
///
/// # Errors
/// 503 where too many sign in at once.
pub(super) fn hashing(app: &App) -> Result<HashingPermit, Failed> {
    let busy =
        || Failed::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many sign in at once").again_in(1);
    Arc::clone(&app.hashing).try_acquire_owned().map(HashingPermit).map_err(|_| busy())
}

/// Hashes something in a place where that holds nobody up.
async fn apart<T: Send + 'static>(
    HashingPermit(permit): HashingPermit,
    work: impl FnOnce() -> Result<T, PeopleError> + Send + 'static,
) -> Result<T, Failed> {
    let worked = tokio::task::spawn_blocking(move || {
        // Held until it is done, even if nobody waits any more.
        let _permit = permit;
        work()
    });
    worked.await.map_err(|_| Failed::away())?.map_err(Failed::from)
}

pub(super) async fn judge(
    permit: HashingPermit,
    attempt: Attempt,
    password: String,
) -> Result<Judged, Failed> {
    let password = Password::new(password);
    apart(permit, move || attempt.judge(&password)).await
}

/// A password that may be chosen, hashed.
async fn chosen(
    app: &App,
    password: String,
    staff: bool,
    known: Vec<String>,
) -> Result<PasswordHash, Failed> {
    let (cost, random) = (app.people.settings().cost, app.random());
    let password = Password::new(password);
    apart(hashing(app)?, move || {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        PasswordHash::choose(&password, staff, &known, cost, &*random)
    })
    .await
}

/// `POST /api/v1/session/proof`
pub async fn prove(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: ProofWanted = body(&bytes)?;
    let token = caller.token()?;
    let session = match (wanted.password, wanted.code) {
        (Some(password), None) => {
            let permit = hashing(&app)?;
            let attempt = app.people.begin_proof(token, &caller.client, app.now()).await?;
            let judged = judge(permit, attempt, password).await?;
            app.people.finish_step_up(judged, app.now()).await?
        }
        (None, Some(code)) => app.people.step_up_with_code(token, &code, &caller.client, app.now()).await?,
        _ => return Err(Failed::bad("bad_body", "give a password or a code").at("/password")),
    };
    app.refresh_people().await;
    json(&session_seen(&session))
}

/// `POST /api/v1/second-factor`
pub async fn enrol(State(app): State<Arc<App>>, caller: Caller) -> Reply {
    let enrolment = app.people.begin_enrolment(caller.token()?, app.now()).await?;
    created(&EnrolmentSeen { secret: enrolment.secret().to_owned(), uri: enrolment.uri().to_owned() })
}

/// `POST /api/v1/second-factor/confirmation`
pub async fn confirm(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: CodeWanted = body(&bytes)?;
    let confirmed =
        app.people.confirm_enrolment(caller.token()?, &wanted.code, &caller.client, app.now()).await?;
    let Enrolled { signed_in, recovery } = confirmed;
    app.refresh_people().await;
    welcome(&app, &caller.client, &signed_in, wanted.bearer, recovery.reveal().to_vec(), StatusCode::OK)
}

/// `PUT /api/v1/password`
pub async fn change_password(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: PasswordWanted = body(&bytes)?;
    let session = caller.session()?;
    let login = app.directory().person(session.person).and_then(|known| known.login.clone());
    let known = login.into_iter().chain([session.name.clone()]).collect();
    let new = chosen(&app, wanted.new, session.roles.are_staff(), known).await?;
    let permit = hashing(&app)?;
    let attempt = app.people.begin_proof(caller.token()?, &caller.client, app.now()).await?;
    let judged = judge(permit, attempt, wanted.old).await?;
    let signed_in = app.people.change_password(judged, &new, app.now()).await?;
    app.refresh_people().await;
    welcome(&app, &caller.client, &signed_in, wanted.bearer, Vec::new(), StatusCode::OK)
}

/// `POST /api/v1/first-administrator`
pub async fn first(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: FirstWanted = body(&bytes)?;
    app.rate_limiter.check_arrival(Arrival::FirstSecret, caller.network)?;
    let secret = FirstSecret::read(&wanted.secret).ok_or(banco_people::Refusal::NoFirstSecret)?;
    let known = vec![wanted.name.clone(), wanted.login.clone()];
    let password = chosen(&app, wanted.password, true, known).await?;
    let claimed = app.people.claim_first(&secret, &wanted.name, &wanted.login, password, app.now()).await?;
    app.refresh_people().await;
    created(&PersonMade { person: claimed.0 })
}

/// `POST /api/v1/invitations/accepted`
pub async fn accept(State(app): State<Arc<App>>, caller: Caller, bytes: Bytes) -> Reply {
    let wanted: InvitedWanted = body(&bytes)?;
    let invitation = Invitation::read(&wanted.invitation).ok_or(banco_people::Refusal::NoInvitation)?;
    let invited = app.people.invited(&invitation, app.now()).await?;
    // Counted from here on only: whoever has no invitation keeps nobody from accepting one.
    app.rate_limiter.check_arrival(Arrival::Invitation, caller.network)?;
    let known = vec![invited.name.clone(), invited.login.clone()];
    let password = chosen(&app, wanted.password, invited.staff, known).await?;
    let holds_money = holds_money(&app, invited.person);
    app.people.accept(&invitation, wanted.code.as_deref(), &password, (holds_money, app.now())).await?;
    app.refresh_people().await;
    done()
}
